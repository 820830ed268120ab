"""The games of the house, one file each: every module here that holds a `GAME` is known by that game's id."""
