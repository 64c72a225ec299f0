"""Buttons and lights of the table, by role and seat; this room knows no game."""
