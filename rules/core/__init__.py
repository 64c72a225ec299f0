"""The contract that all games share. Import names from the modules here."""
