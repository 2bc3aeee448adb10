"""Writing: from turns to committed atoms, one module a step."""
