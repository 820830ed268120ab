"""The generated parts of docs/games.md: each game's sheet, options and commands to try, and the house's defaults.

They stand between `<!-- generated: NAME -->` and `<!-- end -->`; everything else there is written by hand.
`python -m tests.games_page --write` (`make docs`) makes them anew; a test holds the page to them.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bridge.verbs.rules_sheet import Switch, sheet, takes
from bridge.verbs.rules_words import words
from games import catalogue, stacks
from games.cards import Card
from games.conditions import ELSEWHERE, Situation
from games.game import Game
from games.stacks import StackOptions

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "games.md"
PART = re.compile(r"(<!-- generated: (?P<name>[a-z_]+) -->\n).*?(<!-- end -->)", re.DOTALL)
HANDS = {
    "tcp_live": "As Ks Qs",
    "tcp_online": "As Ks Qs",
    "tcp_basic": "4h 5h 6h",
    "three_pictures": "Jh 3d 6s",
    "baccarat": "4h 5s",
    "niu_niu": "Ts 8d 2h 4c Ah",
    "tcp_jackpot": "5s 5d Kc",
    "kap_kun": "Kc 8c 2h Ah",
}
"""Cards to rank, for an example."""

EVERYWHERE = {
    "burn": ("number of burn cards", "none"),
    "deal_while": ("when cards may be dealt", "a card at another time is early"),
    "tie_pays": ("what a tie pays", "as printed"),
    "pair_pays": ("what a pair pays", "as printed"),
}
"""What options decide of which no table of open points speaks, and what their default means."""

MEANING = {
    Situation.EXPOSED_BETS_OPEN: "a face is seen while bets are open",
    Situation.EXPOSED_DECISION_OPEN: "a face that comes later is seen while decisions are open",
    Situation.EXPOSED_SHUFFLING: "a face is seen while the deck is shuffled",
    Situation.EXPOSED_BURN: "a burn card's face is seen",
    Situation.LEFT_QUIET: "a card leaves the view while shuffling, burning or scooping",
    Situation.LEFT_DEALING_SEEN: "a card leaves the view while dealing, its face seen before",
    Situation.LEFT_DEALING_UNSEEN: "a card leaves the view while dealing, its face not seen before",
    Situation.LEFT_BETS_OPEN: "a card leaves the view while bets are open",
    Situation.WRONG_PLACE: "wrong order or place, found before the result is submitted",
    Situation.FOUND_LATE: "anything about a round that is found after its result was submitted",
    Situation.REVERSED_HAND: "a deal went out in reverse",
    Situation.JAM_DEALING: "a jam during the deal",
    Situation.JAM_IDLE: "a jam outside a deal",
    Situation.CLEARED_DEALING: "the deck in play leaves the machine",
    Situation.CLEARED_IDLE: "the deck leaves the machine outside a deal",
    Situation.DEVICE_FAULT: "a device reports a fault in a live round",
    Situation.DISAGREE: "two sources differ about a card or the dice",
    Situation.UNSEEN: "a source never reported what it owes",
    Situation.IMPOSSIBLE_COPY: "more copies of a card than the decks hold",
    Situation.COUNT_DIFFERS: "a count of cards is not what it must be",
    Situation.MISSING: "a device's report is known to be lost",
    Situation.UNREADABLE: "a card could not be read",
    Situation.COUNTER_REUSED: "a device's counter came twice with another card",
    Situation.EARLY: "an identity before it may be known, or a card before cards may be dealt",
    Situation.OVERDRAWN: "a card beyond the last that is due",
    Situation.RESULT_DIFFERS: "a device's own result is another than ours",
    Situation.LINK_LOST: "a device's line is lost",
    Situation.CAMERA_LOST: "a camera is lost",
    Situation.DIE_NOT_FLAT: "a die leans, or lies on another",
    Situation.TOUCHED: "a bettor handled cards when he no longer may",
}


def fill(text: str) -> str:
    """The page with each generated part made anew.

    Raises:
        KeyError: a mark names no part.
    """
    made = {"defaults": defaults()} | {game.id: section(game) for game in catalogue.GAMES.values()}
    return PART.sub(lambda found: f"{found[1]}\n{made[found['name']]}\n{found[3]}", text)


def defaults() -> str:
    """The rulings that apply where a sheet is silent."""
    rows = [(f"`{row.situation}`", MEANING[row.situation], f"`{row.ruling}`") for row in ELSEWHERE]
    return _table(("situation", "what has happened", "ruling"), rows)


def section(game: Game) -> str:
    """One game's part: its sheet without what is the same everywhere, its options, its wager, commands."""
    whole = sheet(game, game.options())
    own = tuple(clause for clause in whole.conditions if clause.own)
    told = words(msgspec.structs.replace(whole, conditions=own, options=()))
    silent = "" if own else "Its sheet has no clause of its own on what goes wrong: the house's defaults apply.\n\n"
    head = ("option", "what it decides", "default", "which means", "takes")
    options = _table(head, [_option(game, switch) for switch in whole.options])
    commands = "\n".join(tried(game))
    return f"```text\n{told}```\n\n{silent}{options}\n{_wager(game)}\n\n```sh\n{commands}\n```\n"


def tried(game: Game) -> Iterator[str]:
    """Commands to try."""
    yield f"truedeal rules {game.id} --config config/{game.id}.toml"
    if game.id in HANDS:
        yield f"truedeal rank {game.id} {HANDS[game.id]}"
    for audit in game.audits:
        if (ROOT / f"tests/data/games/{audit.name}.csv").exists():
            yield f"truedeal settle {audit.name} tests/data/games/{audit.name}.csv --check"
    yield f"truedeal demo --game {game.id}"


def _wager(game: Game) -> str:
    fields = msgspec.structs.fields(game.wager)
    named = [(one.encode_name, takes(one.type)) for one in fields if one.name != "box" or game.boxes]
    said = {"a number": "", takes(tuple[Card, ...]): " (cards)"}
    shown = [f"`{name}`{said.get(kind, f' ({kind})')}" for name, kind in named]
    return f"A bettor's wager holds {', '.join(shown)}."


def points(text: str) -> dict[str, tuple[str, str]]:
    """What each option decides and what its default means, by the table of open points in a module's own words."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in text.partition("| open point")[2].splitlines()[2:]:
        if not line.startswith("|"):
            break
        what, options, default = (cell.strip() for cell in line.strip("|").split("|"))
        for option in re.findall(r"`(\w+)`", options):
            found.setdefault(option, []).append((what, default))
    return {
        option: ("; ".join(what for what, _ in rows), "; ".join(dict.fromkeys(default for _, default in rows)))
        for option, rows in found.items()
    }


def _option(game: Game, switch: Switch) -> tuple[str, ...]:
    known = EVERYWHERE | points(sys.modules[game.options.__module__].__doc__ or "")
    if issubclass(game.options, StackOptions):
        known |= points(stacks.__doc__ or "")
    if switch.name in ("burn", "deal_while") and not game.decks:
        known |= {switch.name: ("no cards", "no effect")}
    what, means = known[switch.name]
    return (f"`{switch.name}`", what, _default(switch.default), means, switch.takes)


def _default(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return f"`{str(value).lower()}`"
        case {"most": most, "basis": basis}:
            return f'`most = {most}`, `basis = "{basis}"`'
        case dict() if value:
            return "the table above"
        case dict():
            return "empty"
        case _:
            return f"`{value}`"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> int:
    """Write the page, or say whether it is stale."""
    text = PAGE.read_text(encoding="utf-8")
    made = fill(text)
    if "--write" in sys.argv:
        PAGE.write_text(made, encoding="utf-8")
        return 0
    return int(made != text)


if __name__ == "__main__":
    sys.exit(main())
