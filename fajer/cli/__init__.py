"""The command line: a thin module a command that parses, calls and prints."""
