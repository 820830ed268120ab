"""`line`: a device that sends lines, described in the table's file alone.

Each rule is a regular expression for a whole line and the message it stands for; named groups give the message's
fields. A rule for cards names `card`, or `rank` and `suit`, and if the device counts its cards, `counter`; a rule for
dice names `d1`, `d2` and so on. No line is checked for damage: a letter that became another is believed.
"""

import re
import string
from collections.abc import Iterator

import msgspec

from games.cards import PACK, Card, parse_card
from shoe.codes import CodeDrawn, Spelt, Told
from shoe.dialects import Decoded, Dialect, Pending, Seen, Serial
from shoe.framing import Framing, M, Read, decode
from shoe.lines import TERMINATORS, cut_lines, end_of, text
from shoe.messages import CardDrawn, DiceKeyed, Message, Order
from shoe.options import Baud, Milliseconds, read_options
from shoe.patterns import compiled

LONGEST = 256
"""Most bytes a line may be allowed to have."""
_FACES = ("card", "rank", "suit")
_DICE = ("d1", "d2", "d3", "d4", "d5", "d6")
_EXTRA = {"card": _FACES, "dice": _DICE}
"""Groups that are no field of their message by themselves."""
_NUMBERS = ("counter", "count", *_DICE)
"""Groups whose leading zeros say nothing."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of line.

    `pattern` matches the whole line; `say` is the message's name; `with_` (`with` in the file) holds its fixed
    fields; `write` is the line a simulator sends, with `{field}` where a field's value stands.
    """

    pattern: str
    say: str = "card"
    with_: dict[str, str | int | bool] = msgspec.field(default_factory=dict, name="with")
    write: str = ""


class _Options(msgspec.Struct, frozen=True):
    rule: tuple[Rule, ...]
    cards: dict[str, Card] = {}
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    wrap: int = 0
    terminator: str = "any"
    longest: int = 80
    baud: Baud = 9600
    heartbeat_ms: Milliseconds | None = None
    max_age_ms: Milliseconds = 2_000


class Line(msgspec.Struct, frozen=True):
    """The language that a table's file describes."""

    rules: tuple[tuple[Rule, re.Pattern[str]], ...]
    options: _Options
    serial: Serial
    codes: dict[str, Card] = {}
    name: str = "line"
    checked: bool = False
    heartbeat_ms: int | None = None
    max_age_ms: int = 2_000

    @property
    def listing(self) -> tuple[str, ...]:
        return ("cards", "ranks", "suits")

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded:
        return decode(self._framing(self._read), pending, data, at)

    def spell(self, pending: Pending, data: bytes, at: int) -> Spelt:
        return decode(self._framing(self._spelt), pending, data, at)

    def with_codes(self, codes: dict[str, Card]) -> Dialect:
        if "" in codes:
            raise ValueError("cards: '' cannot be a code")
        return msgspec.structs.replace(self, codes=codes)

    def _framing(self, read: Read[M]) -> Framing[M]:
        cut = cut_lines(self.options.terminator, self.options.longest)
        return Framing(cut, read, self.max_age_ms)

    def _read(
        self,
        seen: tuple[Seen, ...],
        report: bytes,
        at: int,  # noqa: ARG002  # a line has no repeat by protocol
    ) -> tuple[tuple[Seen, ...], tuple[Message, ...]] | str:
        found = self._found(report)
        if isinstance(found, str):
            return found
        rule, groups = found
        message = _message(self.options, rule, groups, self._card(groups))
        return (seen, (message,)) if message else "line with a value that is none"

    def _spelt(self, seen: tuple[Seen, ...], report: bytes, at: int) -> tuple[tuple[Seen, ...], tuple[Told, ...]] | str:
        found = self._found(report)
        if isinstance(found, str) or found[0].say != "card":
            return self._read(seen, report, at)
        rule, groups = found
        # Whatever card stands in its place: the rest of the message must be one.
        message = _message(self.options, rule, groups, PACK[0])
        if not isinstance(message, CardDrawn):
            return "line with a value that is none"
        return seen, (CodeDrawn(_code(groups), self._card(groups), message.counter, message.wrap),)

    def _found(self, report: bytes) -> tuple[Rule, dict[str, str | None]] | str:
        """The first rule that a line matches, and its groups; or what is wrong with the line."""
        line = text(report, self.options.terminator)
        if line is None:
            return "line that is no text"
        for rule, pattern in self.rules:
            if found := pattern.fullmatch(line):
                return rule, found.groupdict()
        return "unknown line"

    def _card(self, groups: dict[str, str | None]) -> Card | None:
        return self.codes.get(_code(groups)) if self.codes else _face(self.options, groups)

    def encode(self, message: Message, number: int = 0) -> bytes:  # noqa: ARG002  # counters are the message's own
        for fields in self._ways(message):
            for rule, _ in self.rules:
                wanted = {name for _, name, _, _ in string.Formatter().parse(rule.write) if name}
                if rule.say == fields["say"] and rule.write and wanted <= fields.keys():
                    line = rule.write.format_map(fields).encode("ascii", "replace") + end_of(self.options.terminator)
                    if self._read((), line, 0) == ((), (message,)):
                        return line
        raise ValueError(f"no rule of this device writes {message}")

    def _ways(self, message: Message) -> Iterator[dict[str, object]]:
        """The fields that `write` may name; of a code that was learnt each blank may lie between rank and suit."""
        fields = _written(self.options, message)
        if not self.codes or not isinstance(message, CardDrawn):
            yield fields
            return
        for code in (code for code, card in self.codes.items() if card is message.card):
            yield {**fields, "card": code}
            for blank in (at for at, letter in enumerate(code) if letter == " "):
                yield {**fields, "card": code, "rank": code[:blank], "suit": code[blank + 1 :]}

    def order(self, order: Order) -> bytes | None:  # noqa: ARG002  # a described device takes no orders
        return None


def _code(groups: dict[str, str | None]) -> str:
    """A card's code: what the line calls it, or its rank and suit as they stand, with a blank between."""
    whole, rank, suit = (groups.get(name) or "" for name in _FACES)
    return whole or f"{rank} {suit}".strip()


def _message(options: _Options, rule: Rule, groups: dict[str, str | None], face: Card | None) -> Message | None:
    """The message of a line's groups, `face` its card if it has one; None where a value is none of its field."""
    told = {name: value for name, value in groups.items() if value is not None}
    fields: dict[str, object] = dict(told)
    fields |= {name: told[name].lstrip("0") or "0" for name in _NUMBERS if name in fields}
    if any(name in fields for name in _FACES):
        for name in _FACES:
            fields.pop(name, None)
        if face is None:
            return None
        fields["card"] = face
    if "counter" in fields:
        fields["wrap"] = options.wrap
    if dice := sorted(name for name in fields if name in _DICE):
        fields["values"] = [fields.pop(name) for name in dice]
    said: dict[str, object] = {"say": rule.say, **rule.with_, **fields}
    try:
        message: Message = msgspec.convert(said, Message, strict=False)
    except msgspec.ValidationError:
        return None
    return message


def _face(options: _Options, groups: dict[str, str | None]) -> Card | None:
    whole, rank, suit = (groups.get(name) or "" for name in _FACES)
    if whole:
        return options.cards.get(whole) if options.cards else parse_card(whole)
    return parse_card(options.ranks.get(rank, rank) + options.suits.get(suit, suit))


def _written(options: _Options, message: Message) -> dict[str, object]:
    """The message's fields as `write` may name them."""
    fields: dict[str, object] = dict(msgspec.to_builtins(message))
    fields = {name: value for name, value in fields.items() if value is not None}
    card = fields.get("card")
    if isinstance(card, str):
        fields["card"] = _key({code: str(face) for code, face in options.cards.items()}, card)
        fields["rank"] = _key(options.ranks, card[0])
        fields["suit"] = _key(options.suits, card[1].upper())
    if isinstance(message, DiceKeyed):
        fields.update(zip(_DICE, message.values, strict=False))
    return fields


def _key(table: dict[str, str], value: str) -> str:
    return next((key for key, known in table.items() if known.lower() == value.lower()), value)


def dialect(options: dict[str, object]) -> Line:
    """The device with these options.

    `rule`: the kinds of lines, in the order they are tried. `cards`, or `ranks` and `suits`: the device's own words
    for them, else `As`, `10h` are read. `wrap`: where the counter begins anew. `terminator` (any, cr, lf, crlf,
    etx, tab), `longest` (bytes of a line, at most 256), `baud`, `heartbeat_ms`, `max_age_ms`.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    chosen = read_options(options, _Options)
    if chosen.terminator not in TERMINATORS:
        raise ValueError(f"terminator: {chosen.terminator!r} is none of {', '.join(TERMINATORS)}")
    if not 1 <= chosen.longest <= LONGEST:
        raise ValueError(f"longest: a line has 1 to {LONGEST} bytes")
    if not chosen.rule:
        raise ValueError("rule: at least one is needed")
    for table, known in (("ranks", "A23456789TJQK"), ("suits", "SHDC")):
        for word, meant in getattr(chosen, table).items():
            if len(meant) != 1 or meant.upper() not in known:
                raise ValueError(f"{table}.{word}: {meant!r} is none of {', '.join(known)}")
    rules = tuple((rule, _checked(place, rule, chosen)) for place, rule in enumerate(chosen.rule))
    return Line(rules, chosen, Serial(chosen.baud), heartbeat_ms=chosen.heartbeat_ms, max_age_ms=chosen.max_age_ms)


def _checked(place: int, rule: Rule, options: _Options) -> re.Pattern[str]:
    """The rule's pattern, once every key of the rule is known to fit its message."""
    key = f"rule[{place}]"
    pattern = compiled(f"{key}.pattern", rule.pattern)
    kinds = {kind.__struct_config__.tag: kind for kind in Message.__args__}
    kind = kinds.get(rule.say)
    if kind is None:
        raise ValueError(f"{key}.say: {rule.say!r} is no message, known are {', '.join(sorted(map(str, kinds)))}")
    known = {*kind.__struct_fields__, *_EXTRA.get(rule.say, ())}
    if odd := next((name for name in pattern.groupindex if name not in known), None):
        raise ValueError(f"{key}.pattern: a {rule.say} has no {odd!r}, only {', '.join(sorted(known))}")
    if odd := next((name for name in rule.with_ if name not in kind.__struct_fields__), None):
        raise ValueError(f"{key}.with: a {rule.say} has no {odd!r}")
    groups = set(pattern.groupindex)
    if rule.say == "card" and "card" not in groups and not {"rank", "suit"} <= groups:
        raise ValueError(f"{key}.pattern: a card needs a group card, or groups rank and suit")
    if "counter" in groups and options.wrap < 2:
        raise ValueError("wrap: a device that counts its cards needs the number at which it begins anew")
    if not groups.isdisjoint(_DICE):
        groups.add("values")
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required} - groups - set(rule.with_)
    if rule.say != "card" and needed:
        raise ValueError(f"{key}: a {rule.say} needs {', '.join(sorted(needed))}, as a group or under with")
    try:
        string.Formatter().vformat(rule.write, (), dict.fromkeys(known | {"say"}, 0))
    except (KeyError, IndexError, ValueError, AttributeError, TypeError) as error:
        raise ValueError(f"{key}.write: {rule.write!r} cannot be filled: {error}") from error
    return pattern
