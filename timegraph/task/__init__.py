"""Running a shared task: input documents, marked texts, question sets and submissions."""
