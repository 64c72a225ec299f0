"""The screens: each has properties, ``show`` and ``choose``, and nothing else; how they look is in ``kv``."""
