"""The recogniser on one core: milliseconds a 1080p frame of six cards, beside grey, blur, Canny and outlines of it."""

import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from demo import drawing, view
from demo.layout import IN_PLAY, seats
from demo.table import Place, Placed, Table
from games.cards import PACK
from games.spots import SpotKind
from scanner.deck import Deck
from scanner.deck_file import Closest, DeckFile, Limits
from scanner.enrolled import Enrolled
from scanner.flatten import HEIGHT, WIDTH, flatten
from scanner.profile import load
from scanner.reading import WithDice, attentive, reader_of
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


def table(blocks: int, times: int) -> list[str]:
    """A table that the camera knows by its profile: still, with a whole look once in 50 frames, and read all anew."""
    layout = seats()
    spots = [spot for spot in layout.spots if spot.kind is SpotKind.HAND][:6]
    cards = tuple(
        Placed(card, Place.SPOT, spot, spot, up=True, turn=4.0 * number)
        for number, (card, spot) in enumerate(zip(PACK[::9], spots, strict=False))
    )
    scene = view.Scene(Table((), cards), layout=layout)
    frames = [np.asarray(view.picture(scene, 0, frame), np.uint8) for frame in range(8)]
    empty = np.asarray(view.picture(view.Scene(Table(()), layout=layout), 0, 0), np.uint8)
    with tempfile.TemporaryDirectory() as folder:
        profile = load(view.write_profile(Path(folder), "2026-01-01", layout))
        anew, still = reader_of(profile, Path(folder)), attentive(profile, Path(folder))
    turn = cycle(frames)
    read = sum(seen.card is not None for seen in anew.look(frames[0])[0])
    for _ in range(10):
        still.look(next(turn))
    works: dict[str, Callable[[], object]] = {
        "grey, blur, Canny, outlines": lambda: classic(next(turn)),
        "still table": lambda: still.look(next(turn)),
        "all six read anew": lambda: anew.look(next(turn)),
        "empty layout read anew": lambda: anew.look(empty),
    }
    # Each block takes them in turn, so that a busy moment of the machine falls on all.
    rows: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(blocks):
        for name, work in works.items():
            rows[name].append(timed(work, times * 5 // 2 if work is works["still table"] else times))
    ms = {name: statistics.median(row) for name, row in rows.items()}
    peer = ms["grey, blur, Canny, outlines"]
    head = f"table, 1080p frame of six cards ({read} read) on a printed layout, one core, {blocks} blocks of {times}"
    return [head, *(f"  {name:28} {one:7.1f} ms   ratio {one / peer:.2f}" for name, one in ms.items())]


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
        *table(blocks, times),
    ]
