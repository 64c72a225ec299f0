"""Pure game rules: no input or output, clock, randomness, threads or screen."""
