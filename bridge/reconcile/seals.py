"""Seals: how a face or dice that may not be known yet stand on the stream, and how anyone can prove it afterwards.

The salt of an event is the first 16 bytes of HMAC-SHA256(epoch's secret, event number as 8 bytes, big end first);
the seal is SHA-256(salt, text in ASCII), both in hexadecimal; the text is the card's, or the dice in rising order with
blanks between. The salt is told with what was sealed.
"""

import hashlib
import hmac

SALT_BYTES = 16


def salt(secret: bytes, event: int) -> bytes:
    """The salt of the seal in this event."""
    return hmac.digest(secret, event.to_bytes(8, "big"), "sha256")[:SALT_BYTES]


def seal(secret: bytes, event: int, text: str) -> str:
    """The seal of a card's text, or of dice, in this event, 64 hexadecimal digits."""
    return opens(salt(secret, event), text)


def opens(salt_bytes: bytes, text: str) -> str:
    """The seal that this salt and text make: equal to the published one, or the card (or throw) is another."""
    return hashlib.sha256(salt_bytes + text.encode("ascii")).hexdigest()


def dice_text(values: tuple[int, ...]) -> str:
    """Dice as they are sealed: `1 2 4`."""
    return " ".join(map(str, sorted(values)))
