"""A game's sheet: everything its file states, under a table's options, as one value for machines and people."""

from typing import Any

import msgspec
from msgspec import inspect

from games import catalogue
from games.conditions import Condition, Situation, condition
from games.game import Game, Lay, Owed, PayTables, Reveal, Unknown
from games.options import Options
from games.walk import FACES, binding, examples, unseen


class Dealing(msgspec.Struct, frozen=True):
    """The order of the deal.

    `slots` are the owners of the cards whose place needs no card known: hands, or stacks where dice decide later
    whose they are. `needs` is the spot on which a further card depends, and `examples` some whole deals then.
    `stacks` are the owners of the stacks in their order by the dice's total.
    """

    slots: tuple[str, ...]
    needs: str
    examples: tuple[tuple[str, ...], ...]
    stacks: dict[int, tuple[str, ...]]


class Clause(msgspec.Struct, frozen=True):
    """A house condition; `own` is one that the game's sheet has itself, the others are the house's defaults."""

    situation: Situation
    ruling: str
    clause: str
    own: bool


class Switch(msgspec.Struct, frozen=True):
    """An option: what it takes, what it is here, and what it is where a table's file says nothing."""

    name: str
    takes: str
    value: Any
    default: Any


class Rows(msgspec.Struct, frozen=True):
    """What `truedeal settle` can settle of the game, and the columns it needs."""

    name: str
    columns: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A game under a table's options."""

    id: str
    title: str
    decks: int
    dice: int
    fresh_each_round: bool
    hands: tuple[str, ...]
    boxes: tuple[str, ...]
    windows: tuple[str, ...]
    dealing: Dealing
    reveals: tuple[Reveal, ...]
    owed: tuple[Owed, ...]
    conditions: tuple[Clause, ...]
    options: tuple[Switch, ...]
    pay_tables: PayTables
    settles: tuple[Rows, ...]


def sheet(game: Game, options: Options) -> Sheet:
    """The sheet of a game under these options."""
    now = catalogue.under(game, options)
    return Sheet(
        id=now.id,
        title=now.title,
        decks=now.decks,
        dice=now.dice,
        fresh_each_round=now.fresh_each_round,
        hands=now.hands,
        boxes=now.boxes,
        windows=now.windows,
        dealing=_dealing(now, options),
        reveals=now.reveals,
        owed=now.owed,
        conditions=tuple(_clause(now.conditions, situation) for situation in Situation),
        options=_switches(game, options),
        pay_tables=now.pay_tables(options),
        settles=tuple(Rows(audit.name, audit.given) for audit in game.audits),
    )


def _dealing(game: Game, options: Options) -> Dealing:
    spots, due = unseen(game, options, Lay(boxes=game.boxes))
    needs = str(due.needs) if isinstance(due, Unknown) else ""
    totals = range(game.dice, game.dice * FACES + 1) if game.bind else ()
    return Dealing(
        slots=tuple(spot.owner for spot in spots),
        needs=needs,
        examples=examples(game, options) if needs else (),
        stacks={total: tuple(binding(game, options, total, game.boxes).values()) for total in totals},
    )


def _clause(rows: tuple[Condition, ...], situation: Situation) -> Clause:
    found = condition(rows, situation)
    return Clause(situation, found.ruling, found.clause, own=found in rows)


def _switches(game: Game, options: Options) -> tuple[Switch, ...]:
    default = msgspec.to_builtins(game.options())
    values = msgspec.to_builtins(options)
    fields = msgspec.structs.fields(game.options)
    return tuple(Switch(one.name, takes(one.type), values[one.name], default[one.name]) for one in fields)


def takes(kind: Any) -> str:  # noqa: ANN401 - a type as the interpreter gives it
    """What values an option of this type may have, in words."""
    return _words(inspect.type_info(kind))


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.EnumType(cls):
            return ", ".join(str(member.value) for member in cls)
        case inspect.BoolType():
            return "true, false"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number{_limits(least, most)}"
        case inspect.DecimalType() | inspect.FloatType():
            return "a number"
        case inspect.NoneType():
            return "left out"
        case inspect.LiteralType(values):
            return ", ".join(str(value) for value in values)
        case inspect.UnionType(types):
            return ", or ".join(_words(one) for one in types)
        case inspect.DictType(_, value):
            return f"a table: {_words(value)} by name"
        case inspect.ListType(item) | inspect.VarTupleType(item):
            return f"a list of {_words(item)}"
        case inspect.StructType(cls):
            return "a table with " + ", ".join(f"{one.name} ({takes(one.type)})" for one in msgspec.structs.fields(cls))
        case _:
            return "a text"


def _limits(least: int | None, most: int | None) -> str:
    if least is None:
        return "" if most is None else f" up to {most}"
    return f" from {least}" + ("" if most is None else f" to {most}")
