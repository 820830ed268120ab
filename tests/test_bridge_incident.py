"""Incident slips of real journals: every recording's rounds, open rounds, several files, faults of no round."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from bridge.commands import OpenRound, Release, Role, Scooped, Target
from bridge.journal.cases import Case
from bridge.journal.export import rounds
from bridge.journal.incident import HIDDEN, Incident, slip
from bridge.verbs.show import picture
from bridge.verbs.slip import NO_INCIDENT, WIDTH, html, page
from games.cards import PACK
from games.game import Window
from tests import rig_table
from tests.played import Table, day, play
from tests.record.recorder import known_games
from tests.recorded import names
from tests.recorded_journals import journal_of
from tests.rig import Rig
from tests.rounds import window

FACE = re.compile(r"\b[2-9TJQKA][shdc]\b")
RULED = ("Held", "HoldReleased", "Voided", "Reconstructed", "ResultWithdrawn", "ResultCorrected", "RoundCancelled")


class Recorded:
    """A recording as a journal, and what it says of each round."""

    def __init__(self, name: str, directory: Path) -> None:
        self.path = directory / name
        table = journal_of(name, self.path)
        self.events: list[dict[str, Any]] = [msgspec.json.decode(body) for body in table.bodies]
        table.close()
        self.rounds = rounds(self.path)

    def slip(self, round_: str) -> Incident:
        with known_games():
            return slip(self.path, round_).incident


class Made:
    """Recordings as journals, each made once."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._made = folder, dict[str, Recorded]()

    def __getitem__(self, name: str) -> Recorded:
        if name not in self._made:
            self._made[name] = Recorded(name, self._folder)
        return self._made[name]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("slips"))


def of(made: Made, name: str, round_: str = "r1") -> Incident:
    return made[name].slip(round_)


def only(found: Incident) -> Case:
    (case,) = [one.case for one in found.findings]
    return case


@pytest.mark.parametrize("name", names())
def test_every_finding_and_ruling_of_a_round_stands_on_its_slip(name: str, made: Made) -> None:
    table = made[name]
    for round_ in table.rounds:
        found = table.slip(round_)
        cases = [one.case for one in found.findings]
        told = {number for case in cases for number in (case.event, *(one.event for one in case.rulings))}
        readings = {one.reading for case in cases for one in case.rulings}
        holds = {case.hold for case in cases}
        for event in table.events:
            what = event["what"]
            if event["round"] != round_ or what.get("again"):
                continue
            if what["kind"] == "Alarm" and what["fault"]:
                assert event["n"] in told, (name, event)
            elif what["kind"] == "Held":
                assert what["hold"] in holds, (name, event)
            elif what["kind"] in RULED:
                assert event["n"] in told or event["causes"][-1] in readings, (name, event)
        for one in found.findings:
            assert one.case.known, name
            assert one.money, name
            assert one.case.meaning or one.case.rulings, name
            assert not one.case.hold or (one.evidence and one.case.clause and one.case.unknown), name
            assert [said.reading for said in one.evidence] == list(one.case.causes), name
            assert all(said.text and said.lane for said in one.evidence), (name, one.evidence)
            assert one.case.open is (one.case.hold in _left(table, round_)), name


def _left(table: Recorded, round_: str) -> set[int]:
    """The holds that nobody has ended, of a round or of none."""
    open_: dict[int, str] = {}
    for event in table.events:
        if event["what"]["kind"] == "Held":
            open_[event["what"]["hold"]] = event["round"]
        elif event["what"]["kind"] == "HoldReleased":
            open_.pop(event["what"]["hold"], None)
    return {hold for hold, of_round in open_.items() if of_round in ("", round_)}


@pytest.mark.parametrize("name", names())
def test_a_page_prints_well_and_names_no_face_that_was_not_published(name: str, made: Made) -> None:
    table = made[name]
    for round_ in table.rounds:
        with known_games():
            made_ = slip(table.path, round_)
        text, drawn = page(made_.incident), html(made_.incident, picture(made_.timeline))
        assert all(len(line) <= WIDTH and line.isprintable() for line in text.splitlines()), name
        published = set(
            FACE.findall(" ".join(str(event["what"]) for event in table.events if event["round"] == round_))
        )
        assert set(FACE.findall(text)) <= published, name
        assert set(FACE.findall(drawn)) <= published, name
        tree = ET.fromstring(drawn)  # noqa: S314  # written by this program a line above
        assert tree.find(".//{http://www.w3.org/2000/svg}svg") is not None
        assert "src=" not in drawn
        assert "href" not in drawn
        again = msgspec.json.decode(msgspec.json.encode(made_.incident))
        assert len(again["findings"]) == len(made_.incident.findings)


def test_a_conflict_says_what_each_source_read_and_what_a_person_made_of_it(made: Made) -> None:
    found = of(made, "tcp_live-reference-conflict")
    case = only(found)
    assert (case.fault, case.spot, case.clause, case.hold) == ("conflict", "hand/player/2", "house default", 1)
    (evidence,) = [one.evidence for one in found.findings]
    assert [(said.lane, said.text) for said in evidence] == [
        ("shoe", "a card was drawn: counter 1: Kd"),
        ("top", "sees 2 face down, 3 pictures alike"),
        ("top", "sees 2 face up, 4 face down, 3 pictures alike: As Kh"),
    ]
    (ruling,) = case.rulings
    assert (ruling.what, ruling.who, ruling.role) == (
        "reconstruct: placement reconstructed",
        "supervisor-1",
        "supervisor",
    )
    assert (ruling.why, ruling.as_of) == ("lifted and read", 17)
    was, now = case.before.changed(case.later)
    assert (was["hand/player/2"], now["hand/player/2"]) == ("face down", "Kh")
    assert found.placement["hand/player/2"] == "Kh (the shoe had said Kd)"


def test_a_void_by_the_house_returns_the_stakes(made: Made) -> None:
    found = of(made, "tcp_live-reference-exposed-bets-open")
    case = found.findings[0].case
    assert case.clause == "exposed card: a card of the hand seen while bets are open makes the hand void"
    assert [(one.who, one.what) for one in case.rulings] == [("house", "round void")]
    assert (case.before.result, case.later.result) == ("no result", "void (event 12)")
    assert found.findings[0].money == ("all stakes of the round go back, no result follows (event 12)",)
    assert "by the house's terms" in page(found).replace("\n" + " " * 12, " ")


def test_a_correction_names_the_result_it_replaces(made: Made) -> None:
    found = of(made, "tcp_live-reference-found-late")
    late = found.findings[-1]
    assert late.case.rulings[0].what == "correct: result of event 25 corrected"
    was, now = late.case.before.changed(late.case.later)
    assert (was, now) == ({"hand/player/1": "As"}, {"hand/player/1": "3d"})
    assert late.money == ("the result of event 25 is replaced: it is settled anew by this one (event 31)",)
    second = of(made, "tcp_live-reference-found-late", "r2")
    assert [one.case.rulings[0].what for one in second.findings] == ["release", "void: result of event 54 void"]
    assert second.findings[1].money == ("the result of event 54 is withdrawn as void: all stakes go back (event 68)",)


def test_a_correction_that_nobody_found_has_the_houses_clause(made: Made) -> None:
    found = of(made, "tcp_live-reference-corrections")
    first, second = (one.case for one in found.findings)
    assert (first.fault, first.hold) == ("", 0)
    assert first.clause == "wrong sequence: found after the result is submitted, management may void"
    assert [case.rulings[0].why for case in (first, second)] == ["misread", "ruled"]
    assert found.result.startswith("withdrawn")


def test_what_is_reused_names_the_clause_that_lets_it_go_on(made: Made) -> None:
    case = only(of(made, "tcp_live-reference-dropped-seen"))
    assert case.clause == "dropped cards: out of view while dealing, its face seen before, it is used again"
    assert (case.hold, case.rulings) == (0, ())
    assert "nobody had to" in page(of(made, "tcp_live-reference-dropped-seen"))


def test_a_clean_round_says_so(tmp_path: Path) -> None:
    play(tmp_path)
    found = slip(tmp_path, "r1").incident
    assert found.findings == ()
    assert f"\n{NO_INCIDENT}\n" in page(found)
    assert NO_INCIDENT in html(found, "<p/>")


def test_an_open_hold_says_what_to_type_and_shows_no_face(tmp_path: Path) -> None:
    name = "tcp_live-reference-exposed-at-closing"
    table = journal_of(name, tmp_path, 37)
    found = slip(tmp_path, "r1").incident
    case = only(found)
    assert case.open
    assert found.sealed == 3
    text = page(found)
    assert not FACE.search(text)
    assert "nobody yet: it is open" in text
    assert "truedeal desk release 1 --option void --round r1" in text
    assert found.findings[0].money == ("nothing is settled before it is answered",)
    table.close()


def test_a_slip_of_a_round_with_a_sealed_card_names_no_face_of_a_reading(tmp_path: Path, made: Made) -> None:
    name = "tcp_live-reference-exposed-decision"
    held = next(event for event in made[name].events if event["what"]["kind"] == "Held")
    journal_of(name, tmp_path, held["causes"][-1]).close()
    found = slip(tmp_path, "r1").incident
    assert found.sealed == 3
    assert found.placement["hand/player/1"] == "As", "the stream has told it, and so does the slip"
    told = [said.text for one in found.findings for said in one.evidence]
    assert any("face up" in text for text in told)
    assert not any(FACE.search(text) for text in told)
    over = of(made, name)
    assert any(FACE.search(said.text) for one in over.findings for said in one.evidence)


def test_a_journal_in_use_is_read_and_a_torn_tail_is_left_aside(tmp_path: Path) -> None:
    table = journal_of("tcp_live-reference-conflict", tmp_path)
    before = page(slip(tmp_path, "r1").incident)
    path = max(tmp_path.glob("*.jsonl"))
    with path.open("ab") as file:
        file.write(b'{"event":{"n":99')
    assert page(slip(tmp_path, "r1").incident) == before
    table.close()


def test_over_several_files_each_round_has_its_own(tmp_path: Path) -> None:
    day(tmp_path)
    assert len(list(tmp_path.glob("*.jsonl"))) > 1
    for start in range(4):
        found = slip(tmp_path, f"troubled-{start}").incident
        assert found.ended == "void"
        assert {one.case.fault for one in found.findings} >= {"missing"}
        assert found.findings[-1].case.rulings[-1].who == "supervisor"
        clean = slip(tmp_path, f"clean-{start}").incident
        assert all(one.case.alone for one in clean.findings)
        assert NO_INCIDENT in page(clean)


def test_what_is_of_no_round_stands_beside_those_before_and_after(tmp_path: Path) -> None:
    table = Table(tmp_path)
    dealer = table.dealer
    table.take(dealer.start())
    for number in range(1, 4):
        table.clean(f"r{number}", 6 * number)
        if number == 2:
            table.take((dealer.card(PACK[0]), dealer.ask(Role.DEALER, Scooped(), "")))
    table.close()
    beside = {name: [one.case for one in slip(tmp_path, name).incident.findings] for name in ("r1", "r2", "r3")}
    assert beside["r1"] == []
    for name in ("r2", "r3"):
        assert {case.fault for case in beside[name]} == {"surplus"}
        assert all(case.alone for case in beside[name])
    text = " ".join(page(slip(tmp_path, "r2").incident).split())
    assert NO_INCIDENT in text
    assert HIDDEN in text


@pytest.mark.parametrize("to", ["burn", "discard", "next_round"])
def test_of_many_decks_a_card_put_aside_stays_hidden_though_its_face_lies_there(to: Target, tmp_path: Path) -> None:
    rig = Rig("s", game="baccarat", camera=False, options={"insurance": False})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)
    window(rig, Window.BETS, open_=False)
    for card in ("2c", "Ah", "Kh", "7d", "7d"):
        rig.wait(1000)
        rig.draw(card)
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, to), why="one too many").why == ""
    table = Table(tmp_path, rig_table.header(rig.setup.config, {}))
    table.take(tuple(rig.readings))
    table.close()
    found = slip(tmp_path, "r1").incident
    assert (found.ended, found.sealed, found.placement["hand/banker/2"]) == ("complete", 0, "7d")
    (evidence,) = [one.evidence for one in found.findings]
    assert [said.text for said in evidence] == [f"a card was drawn: counter 4: 1 x {HIDDEN}"]
