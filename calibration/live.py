"""Pictures of a source that is being watched, for calibrations that are shown things."""

import threading
from collections.abc import Iterator

from calibration.layout import CalibrationError
from scanner.capture import SourceError, open_source
from scanner.flatten import Picture
from scanner.process import clock

NS = 1_000_000_000


def pictures_of(text: str, seconds: float, size: tuple[int, int]) -> Iterator[Picture]:
    """The pictures of a source as they come, until it ends or `seconds` have passed; `size` is width and height.

    Raises:
        CalibrationError: the text names no source, or it cannot be opened.
    """
    waiting = threading.Event()
    try:
        source = open_source(text, size, None, clock, waiting.wait)
        source.open()
    except SourceError as error:
        raise CalibrationError(str(error)) from error
    until = clock()[0] + round(seconds * NS)
    try:
        while clock()[0] < until:
            taken = source.take()
            if taken is not None and taken.image is not None:
                yield taken.image
    except EOFError:
        return
    finally:
        source.close()
