"""What the screens are built from."""
