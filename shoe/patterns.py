"""Regular expressions from a table's file, refused where a line could make them take for ever."""

import re

LONGEST = 300
OPEN_ENDED = 3
"""Most repeats without a fixed length: on a line of 256 bytes the worst of three is some milliseconds."""
_QUOTED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]")
_REPEATED_GROUP = re.compile(r"\)(?:[*+]|\{)")
_REPEAT = re.compile(r"[*+]|\{\d*,\d*\}|\{\d{2,}\}")
_BACK = re.compile(r"\\[1-9]|\(\?P=|\(\?\(")


def compiled(key: str, pattern: str) -> re.Pattern[str]:
    """The compiled pattern.

    Raises:
        ValueError: it is no regular expression, or one that can take for ever; the message begins with `key`.
    """
    if len(pattern) > LONGEST:
        raise ValueError(f"{key}: longer than {LONGEST} characters")
    try:
        ready = re.compile(pattern, re.ASCII)
    except re.error as error:
        raise ValueError(f"{key}: {pattern!r} is no regular expression: {error}") from error
    if _BACK.search(pattern):
        raise ValueError(f"{key}: may not refer back to a group")
    bare = _QUOTED.sub("x", pattern)
    if _REPEATED_GROUP.search(bare):
        raise ValueError(f"{key}: may not repeat a group, only single characters and classes")
    if len(_REPEAT.findall(bare)) > OPEN_ENDED:
        raise ValueError(f"{key}: has more than {OPEN_ENDED} repeats of open length")
    return ready
