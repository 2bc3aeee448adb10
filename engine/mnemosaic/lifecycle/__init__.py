"""The life of a memory after it was written: forget, correct, decide, clarify."""
