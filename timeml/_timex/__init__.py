"""TIMEX3 values: their forms and the intervals they stand for."""
