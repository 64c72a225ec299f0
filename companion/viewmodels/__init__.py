"""What the screens show, as frozen values made by pure functions. No Kivy, no files, no clock."""
