"""The score of QA TempEval (SemEval-2015 Task 5)."""
