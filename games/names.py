"""Names that come from outside: of rounds, boxes, decks, people. They are printed, so they hold no controls."""

from typing import Annotated

from msgspec import Meta

Name = Annotated[str, Meta(max_length=64, pattern="^[^\\u0000-\\u001f\\u007f-\\u009f]*(?!\\n)$")]
"""At most 64 characters, no controls. `(?!\\n)` since in Python `$` also stands before a last line feed."""
