"""Text from outside as it may be printed on a person's terminal."""


def plain(text: str) -> str:
    """One line without anything a terminal obeys: what cannot be printed stands as its escape."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
