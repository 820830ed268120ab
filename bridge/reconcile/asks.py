"""Commands: each carried out once, whatever its sender sends again; the same answer for the same id and body."""

import hashlib

import msgspec

from bridge import commands as c
from bridge.readings import Asked
from bridge.reconcile.draft import Draft
from bridge.reconcile.people import dealer, supervisor
from bridge.reconcile.rounds import engine
from bridge.reconcile.state import Given

KEPT_ANSWERS = 600
"""Answers kept for commands that are sent again: some sixty rounds, far beyond any engine's patience.

They stand in every checkpoint. An older command sent again is met by its round's end.
"""


def asked(draft: Draft, reading: Asked) -> None:
    """Carry out a command and answer it."""
    given = draft.state.given.get(reading.id)
    body = _body(reading)
    if given is not None:
        if given.body == body:
            draft.answers.append(given.answer)
        else:
            other = f"command id {reading.id!r} was used for another command"
            draft.answers.append(c.Answer(reading.id, False, other, draft.state.event))  # noqa: FBT003  # a Struct's field
        return
    why = _carry_out(draft, reading)
    faces = _faces(draft, reading) if why is None and isinstance(reading.command, c.Faces) else ()
    answer = c.Answer(reading.id, why is None, why or "", draft.state.event, faces)
    kept = {**draft.state.given, reading.id: Given(body, msgspec.structs.replace(answer, faces=()))}
    while len(kept) > KEPT_ANSWERS:
        del kept[next(iter(kept))]
    draft.put(given=kept)
    draft.answers.append(answer)


def _body(reading: Asked) -> str:
    parts = (reading.command, reading.round, reading.why, reading.as_of, reading.role)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def _carry_out(draft: Draft, reading: Asked) -> str | None:
    command = reading.command
    if not c.allowed(reading.role, command):
        return f"a {reading.role.value} may not say this; a {c.ROLE[type(command)].value} may"
    if isinstance(command, c.JUSTIFIED) and not reading.why.strip():
        return f"say why: a `{command.__struct_config__.tag}` stands in the journal with its reason"
    match command:
        case c.OpenRound() | c.SetWindow() | c.Submit() | c.Cancel():
            return engine(draft, reading, command)
        case c.Reveal() | c.Burn() | c.Dice() | c.Shuffling() | c.Scooped() | c.Declare() | c.DealerChange():
            return dealer(draft, reading, command)
        case c.Faces():
            return None if draft.round is not None and draft.round.id == reading.round else "no such round is open"
        case _:
            return supervisor(draft, reading, command)


def _faces(draft: Draft, reading: Asked) -> tuple[c.Placement, ...]:
    """What the sources know of the open round's faces; for a supervisor alone, and in the journal."""
    round_ = draft.round
    if round_ is None or round_.id != reading.round:
        return ()
    known = ((card.spot, card.placed or card.shoe or card.reader) for card in round_.cards)
    return tuple(c.Placement(spot, card) for spot, card in known if card is not None)
