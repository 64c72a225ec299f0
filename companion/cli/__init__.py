"""The command line: one module a sub-command; each imports what it needs when it runs."""
