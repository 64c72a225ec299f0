"""The application: session, journal, screens, command line, virtual table. Wires the other rooms."""
