"""How the screens look: a folder of .kv files, read through importlib.resources."""
