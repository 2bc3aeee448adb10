"""The command line: one file a group of commands, over the library that an application uses."""
