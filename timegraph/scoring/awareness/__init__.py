"""The scores of TempEval-3: temporal awareness, events and time expressions."""
