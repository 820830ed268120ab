"""Equal frames put together: nothing is lost, nothing that differs waits."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bridge.daemon.still import EVERY_NS, Still, flush, look
from games.cards import Card
from scanner.frames import FrameSeen, FrameUnchanged, Quality
from tests.layouts import FRAME_NS, face

CARDS = (None, Card.FOUR_OF_HEARTS, Card.NINE_OF_CLUBS)


def seen(number: int, card: Card | None, quality: Quality = Quality.FRESH) -> FrameSeen:
    cards = (face((150, 300), card),) if card else ()
    return FrameSeen("top", number, number * FRAME_NS, number * FRAME_NS, quality, cards=cards)


@given(st.lists(st.tuples(st.sampled_from(CARDS), st.sampled_from(Quality)), max_size=60))
def test_every_frame_is_told_once_and_a_change_at_once(film: list[tuple[Card | None, Quality]]) -> None:
    still, told = Still(), 0
    last: FrameSeen | None = None
    for number, (card, quality) in enumerate(film, 1):
        frame = seen(number, card, quality)
        still, readings = look(still, frame)
        for reading in readings:
            match reading:
                case FrameSeen():
                    told += 1
                    last = reading
                case FrameUnchanged(count=count, last_at=newest):
                    told += count
                    assert last is not None
                    assert newest == told * FRAME_NS
        assert last is not None
        assert (last.cards, last.quality) == (frame.cards, quality)
    still, readings = flush(still)
    told += sum(reading.count for reading in readings if isinstance(reading, FrameUnchanged))
    assert told == len(film)
    assert flush(still)[1] == ()


def test_equal_frames_are_told_at_most_every_100_ms() -> None:
    still, words = Still(), []
    for number in range(1, 101):
        still, readings = look(still, seen(number, None))
        words += [reading for reading in readings if isinstance(reading, FrameUnchanged)]
    assert all(b.at - a.at >= EVERY_NS for a, b in pairwise(words))
    assert 30 <= len(words) <= 40
    assert words[0] == FrameUnchanged("top", 4 * FRAME_NS, 4 * FRAME_NS, 2 * FRAME_NS, 3, 4 * FRAME_NS)
