"""One folder a game; each exports ``GAME``. A game never imports another game."""
