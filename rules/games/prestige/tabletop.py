"""stub"""


class PrestigeTabletop:
    """stub"""
