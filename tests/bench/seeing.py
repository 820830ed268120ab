"""The recogniser on one core: milliseconds a 1080p frame of six cards, beside grey, blur, Canny and outlines of it."""

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from demo import drawing, view
from demo.layout import IN_PLAY
from demo.table import Place, Placed, Table
from games.cards import PACK
from scanner.deck import Deck
from scanner.deck_file import Closest, DeckFile, Limits
from scanner.enrolled import Enrolled
from scanner.flatten import HEIGHT, WIDTH, flatten
from scanner.reading import WithDice
from scanner.recognise import Recogniser

FULL_HD = (1920, 1080)


def scene() -> NDArray[np.uint8]:
    """Six faces on the simulated table, (1080, 1920, 3)."""
    cards = tuple(
        Placed(card, Place.SPOT, spot, spot, up=True, turn=7.0 * number)
        for number, (card, spot) in enumerate(zip(PACK[::9], IN_PLAY, strict=True))
    )
    seen = cv2.resize(view.picture(view.Scene(Table((), cards)), 0, 1), FULL_HD, interpolation=cv2.INTER_CUBIC)
    return seen.astype(np.uint8)


def shown() -> Deck:
    """The simulated table's deck, as if it had been shown to its camera."""
    small = {card.value: cv2.resize(drawing.face(card), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for card in PACK}
    faces = {name: face.astype(np.uint8) for name, face in small.items()}
    limits = Limits(accept=0.72, margin=0.25, noise=1.2, foreign=0.5, alone=0.92)
    file = DeckFile(
        name="demo",
        camera="overhead",
        made="",
        fingerprint="",
        readers=("index_a", "index_b", "pips"),
        cards=tuple(faces),
        closest=Closest("Js", "Jc", 0.001),
        limits=limits,
    )
    return Deck(file, faces)


def classic(image: MatLike) -> None:
    """What any method by outlines has to do first."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    cv2.findContours(cv2.Canny(grey, 60, 150), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)


def timed(work: Callable[[], object], times: int) -> float:
    """Milliseconds of processor a run: others on this machine do not count."""
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times * 1000


def report(blocks: int, times: int) -> list[str]:
    """The row's lines."""
    cv2.setNumThreads(1)
    image = scene()
    recogniser = Recogniser()
    cards, _ = recogniser.look(image)
    peer = [timed(lambda: classic(image), times) for _ in range(blocks)]
    ours = [timed(lambda: recogniser.look(image), times) for _ in range(blocks)]
    both = WithDice(recogniser)
    known = Recogniser(None, (shown(),))
    with_deck = [timed(lambda: known.look(image), times) for _ in range(blocks)]
    reader, flat = Enrolled(shown()), flatten(image, np.array(cards[0].outline, np.float32))
    one = [timed(lambda: reader.match(flat), times) for _ in range(blocks)]
    with_dice = [timed(lambda: both.look(image), times) for _ in range(blocks)]
    ratio = statistics.median(ours) / statistics.median(peer)
    per_card = statistics.median(one)
    read = sum(seen.card is not None for seen in cards)
    return [
        f"recogniser, 1080p frame of six cards ({read} read), one core, {blocks} blocks of {times}",
        f"  grey, blur, Canny, outlines  {statistics.median(peer):7.1f} ms",
        f"  recogniser                   {statistics.median(ours):7.1f} ms   ratio {ratio:.1f}",
        f"  with the house's deck shown  {statistics.median(with_deck):7.1f} ms   a card against it {per_card:.2f} ms",
        f"  the same, dice sought too    {statistics.median(with_dice):7.1f} ms",
    ]
