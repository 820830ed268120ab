"""A deck that was shown is known again, in other light and partly covered; what differs from it is never confirmed."""

import csv
from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from bridge.cli import main
from demo import drawing
from games.cards import PACK, Card, parse_card
from scanner import deck as decks
from scanner import deck_file
from scanner.enrolled import Enrolled, Match, best_of, weighed
from scanner.flatten import HEIGHT, WIDTH, Picture, flatten
from scanner.frames import Evidence, Side
from scanner.profile import EnrolledDeck, ProfileError
from scanner.recognise import Recogniser
from scanner.verdict import Verdict
from tests.drawn import cloth, corners_at, lay, seen_by_camera
from tests.shown import calibrate, enrolled, put, table

pytestmark = pytest.mark.usefixtures("one_core")

PHOTOS = Path(__file__).parents[2] / "shared" / "data" / "cards" / "photos"
ALL = ("index_a", "index_b", "pips")
SOME = PACK[::2]
SLOT = ("--place", "120,4", "120,124", "6,124", "6,4")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return enrolled(tmp_path_factory.mktemp("deck"))


@pytest.fixture(scope="module")
def deck(folder: Path) -> decks.Deck:
    return decks.load(folder, "overhead")


@cache
def ground() -> Picture:
    return cloth(np.random.default_rng(0))


def crop(art: np.ndarray, seed: int, *, width: float = 90, light: float = 1.0, blur: float = 0.0) -> Picture:
    """A card as it is laid flat from a picture of it on cloth."""
    rng = np.random.default_rng(seed)
    corners = corners_at((640, 360), width, rng.uniform(-25, 25), rng.uniform(0.9, 1))
    part = lay(ground(), art, corners)[260:460, 540:740].astype(np.float32) * light
    soft = cv2.GaussianBlur(part, (0, 0), blur) if blur else part
    return flatten(seen_by_camera(rng, np.asarray(soft, np.uint8)), corners - np.array([540, 260], np.float32))


@pytest.mark.parametrize(
    ("light", "blur", "width", "least"),
    [(1.0, 0.0, 90, 20), (0.25, 0.0, 90, 16), (1.1, 1.5, 90, 10), (0.8, 0.0, 48, 8)],
)
def test_cards_are_named_and_none_wrongly(
    deck: decks.Deck, light: float, blur: float, width: float, least: int
) -> None:
    reader = Enrolled(deck)
    named = []
    for seed, card in enumerate(SOME):
        match = reader.match(crop(drawing.face(card), 100 + seed, light=light, blur=blur, width=width))
        assert match.card in (card, None), match
        named.append(match.card is not None)
    assert sum(named) >= least


def test_a_back_is_a_back_either_way_up(deck: decks.Deck) -> None:
    for art in (drawing.back(), drawing.back()[::-1, ::-1]):
        match = Enrolled(deck).match(crop(np.ascontiguousarray(art), 7))
        assert (match.back, match.card) == (True, None)


@pytest.mark.parametrize(("at", "least"), [((0, 0), 11), ((70, 180), 6), ((60, 90), 0)])
def test_what_lies_over_a_part_of_a_card_does_not_change_its_name(
    deck: decks.Deck, at: tuple[int, int], least: int
) -> None:
    reader, named = Enrolled(deck), 0
    for seed, card in enumerate(SOME):
        flat = crop(drawing.face(card), 300 + seed).copy()
        flat[at[1] : at[1] + 90, at[0] : at[0] + 80] = (90, 120, 190)
        match = reader.match(flat)
        assert match.card in (card, None), match
        named += match.card is not None
    assert named >= least


def test_what_is_no_card_of_the_deck_is_not_named(deck: decks.Deck) -> None:
    reader = Enrolled(deck)
    rng = np.random.default_rng(3)
    paper = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    letter = paper.copy()
    for line in range(20, HEIGHT - 20, 14):
        cv2.putText(letter, "Dear Sir or Madam", (15, line), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1)
    soft = cv2.GaussianBlur(rng.uniform(0, 1, (HEIGHT, WIDTH, 3)), (0, 0), 9)
    blobs = np.asarray((soft - soft.min()) / np.ptp(soft) * 255, np.uint8)
    for other in (paper, letter, blobs):
        match = reader.match(other)
        assert not match.sure
        assert match.foreign or match.score < deck.file.limits.accept


def evidence(*cards: Card | None) -> tuple[Evidence, ...]:
    return tuple(Evidence(reader, card, 0.9) for reader, card in zip(ALL, cards, strict=True))


A, B = Card.SEVEN_OF_HEARTS, Card.EIGHT_OF_HEARTS
SURE = Match("red", A.value, 0.95, 0.8, B.value, 0.01, sure=True, halves=False, foreign=False)
READ = Verdict(Side.FACE, A, 0.9, evidence(A, A, A))
UNREAD = Verdict(Side.FACE, None, 0.9, evidence(None, None, None))


@pytest.mark.parametrize(
    ("verdict", "match", "heard", "side", "card"),
    [
        (READ, SURE, ALL, Side.FACE, A),
        (UNREAD._replace(evidence=evidence(None, A, None)), SURE, ALL, Side.FACE, A),
        (UNREAD._replace(evidence=evidence(None, B, None)), SURE, ALL, Side.FACE, None),
        (UNREAD._replace(evidence=evidence(None, B, A)), SURE, ("pips",), Side.FACE, A),
        (UNREAD, SURE, ALL, Side.FACE, None),
        (UNREAD, SURE._replace(halves=True), ALL, Side.FACE, A),
        (Verdict(Side.FACE, B, 0.9, evidence(B, B, B)), SURE, ALL, Side.FACE, None),
        (READ, SURE._replace(sure=False), ALL, Side.FACE, A),
        (READ, SURE._replace(sure=False), ("pips",), Side.FACE, None),
        (READ, SURE._replace(sure=False, foreign=True, score=0.2), ALL, Side.FACE, None),
        (UNREAD, SURE._replace(name="back"), ALL, Side.BACK, None),
        (READ, SURE._replace(name="back"), ALL, Side.FACE, None),
    ],
)
def test_a_value_stands_only_where_deck_and_open_readers_agree(
    verdict: Verdict, match: Match, heard: Sequence[str], side: Side, card: Card | None
) -> None:
    found = weighed(verdict, match, heard)
    assert (found.side, found.card) == (side, card)
    assert found.evidence[3] == Evidence("enrolled", match.card, match.score)


def test_a_card_of_a_foreign_deck_is_evidence_of_it() -> None:
    found = weighed(READ, SURE._replace(sure=False, foreign=True, score=0.2), ALL)
    assert found.evidence[-1] == Evidence("foreign", A, 0.2)


def test_two_decks_that_name_different_cards_name_none() -> None:
    other = SURE._replace(deck="blue", name=B.value, score=0.9)
    assert best_of([other, SURE]) == SURE._replace(sure=False)
    assert best_of([other._replace(sure=False), SURE]) == SURE


def test_a_court_with_a_covered_index_is_read_by_the_other_and_by_the_deck_that_was_shown(deck: decks.Deck) -> None:
    rng = np.random.default_rng(11)
    art = drawing.face(Card.KING_OF_CLUBS).copy()
    art[:80, :45] = 245
    picture = seen_by_camera(rng, lay(cloth(rng), art, corners_at((640, 360), 110, 10)))
    (before,), (after,) = (Recogniser(None, known).look(picture)[0] for known in ((), (deck,)))
    assert (before.card, after.card) == (Card.KING_OF_CLUBS, Card.KING_OF_CLUBS)
    told = {one.reader: one.card for one in after.evidence}
    assert told["enrolled"] is Card.KING_OF_CLUBS
    assert "shape" not in told, "the deck and one index are enough"


def test_an_index_that_says_another_card_than_the_deck_leaves_it_unread(deck: decks.Deck) -> None:
    rng = np.random.default_rng(12)
    art = drawing.face(Card.SEVEN_OF_HEARTS).copy()
    for turn in (art, art[::-1, ::-1]):
        turn[:150, :64] = drawing.face(Card.EIGHT_OF_HEARTS)[:150, :64]
    picture = seen_by_camera(rng, lay(cloth(rng), art, corners_at((640, 360), 110, 10)))
    (card,) = Recogniser(None, (deck,)).look(picture)[0]
    assert (card.side, card.card) == (Side.FACE, None)


def test_the_verb_reads_with_a_deck(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = put(tmp_path / "pictures", [table(900, [card.value for card in PACK[:6]])])
    assert main(["recognise", str(pictures / "000.png"), "--deck", str(folder / "deck.json")]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert {card["card"] for card in msgspec.json.decode(line)["cards"]} == set(PACK[:6])
    assert main(["recognise", str(pictures / "000.png"), "--deck", str(tmp_path)]) == 2
    assert "truedeal calibrate deck" in capsys.readouterr().err


def test_a_deck_that_is_not_what_was_written_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="'overhead', not to 'side'"):
        decks.load(folder, "side")
    decks.save(decks.load(folder), tmp_path / "red")
    assert decks.load(tmp_path / "red").file == decks.load(folder).file
    named = (EnrolledDeck("red", "red"),)
    assert list(deck_file.check(named, tmp_path, "overhead", date(2026, 1, 2))) == []
    cv2.imwrite(str(tmp_path / "red" / "As.png"), np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    with pytest.raises(ProfileError, match="not those that"):
        decks.load(tmp_path / "red")
    (why,) = deck_file.check(named, tmp_path, "overhead", date(2026, 1, 2))
    assert "not those" in why
    (tmp_path / "red" / "As.png").unlink()
    with pytest.raises(ProfileError, match="No such file"):
        decks.load(tmp_path / "red")


def test_an_expired_deck_is_told(folder: Path, tmp_path: Path) -> None:
    deck = decks.load(folder)
    old = deck_file.sealed(msgspec.structs.replace(deck.file, expires="2026-01-31"))
    decks.save(decks.Deck(old, deck.faces), tmp_path / "red")
    named = (EnrolledDeck("red", "red"),)
    (why,) = deck_file.check(named, tmp_path, "overhead", date(2026, 2, 1))
    assert "expired on 2026-01-31" in why


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photographs at {PHOTOS}")
@pytest.mark.parametrize("shown", [0, 1, 2])
def test_photographs_of_a_slot_after_one_picture_of_each_card(tmp_path: Path, shown: int) -> None:
    with (PHOTOS / "labels.csv").open(encoding="utf-8") as file:
        rows = sorted((row["cards"], row["file"]) for row in csv.DictReader(file) if row["file"].startswith("ece_slot"))
    part = [rows[at + shown] for at in range(0, len(rows), 3)]
    (tmp_path / "labels").write_text("".join(f"{Path(name).name} {card}\n" for card, name in part), encoding="utf-8")
    pictures = [str(PHOTOS / name) for _, name in part]
    words = ["--label", str(tmp_path / "labels"), "--no-back", "--one-way", *SLOT]
    assert calibrate(tmp_path / "slot", *pictures, *words) == 0
    recogniser = Recogniser(None, (decks.load(tmp_path / "slot"),))
    counts = Counter(_outcome(recogniser, name, card) for card, name in rows if (card, name) not in part)
    for name in sorted(PHOTOS.glob("nothing/ece_*")):
        assert not [card for card in recogniser.look(np.asarray(cv2.imread(str(name)), np.uint8))[0] if card.card]
    assert counts["wrong"] == 0
    assert counts["right"] >= 0.95 * counts.total()


def _outcome(recogniser: Recogniser, name: str, label: str) -> str:
    cards, _ = recogniser.look(np.asarray(cv2.imread(str(PHOTOS / name)), np.uint8))
    read = [card.card for card in cards if card.card is not None]
    return "unread" if not read else "right" if read == [parse_card(label)] else "wrong"
