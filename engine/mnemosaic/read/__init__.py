"""From a question to a typed, sourced block of evidence."""
