"""Each recording with its devices' bytes cut into single ones: the same is said."""

from collections.abc import Iterator

import msgspec
import pytest

from bridge.events import Checkpoint, Event
from bridge.readings import DeviceBytes, Reading
from tests.recorded import events, fold, load, names, takens


def single(readings: tuple[Reading, ...]) -> Iterator[Reading]:
    """The readings, each device's bytes as so many readings."""
    for reading in readings:
        if isinstance(reading, DeviceBytes):
            for byte in bytes.fromhex(reading.data):
                yield msgspec.structs.replace(reading, data=f"{byte:02x}")
        else:
            yield reading


def told(event: Event) -> Event:
    """An event without the numbers of its readings."""
    what = Checkpoint(0) if isinstance(event.what, Checkpoint) else event.what
    return msgspec.structs.replace(event, causes=(), what=what)


@pytest.mark.parametrize("name", names())
def test_single_bytes_say_the_same(name: str) -> None:
    found = load(name)
    cut = tuple(single(found.readings))
    said = [told(event) for event in events(fold(found.setup, cut))]
    assert said == [told(event) for event in events(takens(name))]
    assert (len(cut) > len(found.readings)) == any(isinstance(one, DeviceBytes) for one in found.readings)
