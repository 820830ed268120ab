"""The demo's words for people: what is announced, what came of it, and the table at the end."""

from demo.conductor import Plan, Played
from demo.faults import CLEAN, Fault
from demo.house import House
from demo.setups import Setup

TICK, CROSS = "\u2713", "\u2717"


def opening(setup: Setup, house: House, todo: Plan) -> str:
    """What will be played, and on what."""
    lines = [f"{house.show.rules.game.title}, {setup.words}"]
    if house.ends.cards is not None:
        end = house.ends.cards
        lines.append(f"  cards named in the dialect {end.dialect.name} on {end.names[-1]}")
    if house.camera is not None:
        across, down = house.show.layout.picture
        lines.append(f"  camera {across}x{down}, {house.camera.rate} pictures a second, read by the recogniser")
    clean = sum(fault is CLEAN for fault in todo.rounds)
    lines.append(f"  {len(todo.rounds)} rounds: {clean} clean, {len(todo.rounds) - clean} with a fault")
    lines += [f"  not with this set-up: {fault.name} ({why})" for fault, why in todo.skipped]
    return "\n".join(lines) + "\n\n"


def announced(number: int, of: int, fault: Fault) -> str:
    """The round's head, before it is dealt."""
    return f"{number:3}/{of} {fault.name}: {fault.words}\n"


def judged(one: Played) -> str:
    """What came of the round."""
    cards = "   ".join(f"{hand.title()} {' '.join(cards) or '-'}" for hand, cards in one.truth.items())
    lines = [f"     on the table  {cards}"]
    if one.fault != CLEAN.name or one.wrong:
        wanted = " or ".join(ruling.value for ruling in one.expected.rulings)
        lines.append(f"     expected      {wanted}")
        lines.append(f"     ruled         {one.seen.ruling.value}{_why(one)}")
        lines += [f"     supervisor    {said}" for said in one.supervisor]
    lines += [f"     {CROSS} {why}" for why in one.wrong]
    if one.wrong:
        lines += [f"       the daemon said: {text}" for text in one.seen.texts]
    lines.append(f"     {CROSS if one.wrong else TICK} {one.seconds:.1f} s")
    return "\n".join(lines) + "\n\n"


def _why(one: Played) -> str:
    clause, text = one.seen.clause, next(iter(one.seen.texts), "")
    why = text if clause in ("", "house default") else clause
    return f" ({why})" if why else ""


def summary(played: tuple[Played, ...], todo: Plan) -> str:
    """All rounds in a table, and the sum."""
    lines = [f"{'round':7}{'what':18}{'ruling':34}{'end':11}"]
    for one in played:
        mark = CROSS if one.wrong else TICK
        end = "settled" if one.result.end == "submitted" else one.result.end or "none"
        lines.append(f"{one.round:7}{one.fault:18}{one.seen.ruling.value:34}{end:11}{mark}")
    lines += [f"{'-':7}{fault.name:18}{'not with this set-up':34}" for fault, _ in todo.skipped]
    wrong = sum(bool(one.wrong) for one in played)
    seconds = sum(one.seconds for one in played)
    verdict = (
        "every ruling was the expected one, every bet settled to the cent"
        if not wrong
        else f"{wrong} of {len(played)} were not as expected"
    )
    return "\n".join(lines) + f"\n\n{len(played)} rounds in {seconds:.0f} s: {verdict}\n"
