"""Seals: how a face that may not be known yet stands on the stream, and how anyone can prove it afterwards.

The salt of an event is the first 16 bytes of HMAC-SHA256(epoch's secret, event number as 8 bytes, big end first);
the seal is SHA-256(salt, card's text in ASCII), both in hexadecimal. The salt is told with the face.
"""

import hashlib
import hmac

from games.cards import Card

SALT_BYTES = 16


def salt(secret: bytes, event: int) -> bytes:
    """The salt of the seal in this event."""
    return hmac.digest(secret, event.to_bytes(8, "big"), "sha256")[:SALT_BYTES]


def seal(secret: bytes, event: int, card: Card) -> str:
    """The seal of a card in this event, 64 hexadecimal digits."""
    return opens(salt(secret, event), card)


def opens(salt_bytes: bytes, card: Card) -> str:
    """The seal that this salt and card make: equal to the published one, or the card is another."""
    return hashlib.sha256(salt_bytes + card.value.encode("ascii")).hexdigest()
