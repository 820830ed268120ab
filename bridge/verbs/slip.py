"""An incident slip in words: the same rows for a page of text and for a page of HTML."""

import textwrap
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple

from bridge.journal.cases import Case, Notice, Ruling
from bridge.journal.incident import Finding, Incident
from bridge.verbs.plain import plain
from games.conditions import HOUSE_DEFAULT

WIDTH, LABEL = 80, 12
"""Columns of the page of text, and of a row's name."""
NO_INCIDENT = "No incident: nothing was found, held, proposed, void or corrected in this round."
STYLE = """
@page { size: A4; margin: 14mm }
body { font: 11px/1.35 sans-serif; max-width: 190mm; margin: 0 auto; color: #111 }
h1 { font-size: 16px } h2 { font-size: 12px; margin: 1.2em 0 .3em } section { break-inside: avoid }
table { border-collapse: collapse; width: 100% }
td, th { vertical-align: top; text-align: left; padding: 1px 6px 1px 0 }
th { width: 7em; font-weight: 600 } td { white-space: pre-line; overflow-wrap: anywhere }
figure { margin: 1em 0; overflow-x: auto } svg { max-width: 100%; height: auto }
"""


class Row(NamedTuple):
    """A row of a case: its name, and a line for each thing it says."""

    name: str
    lines: tuple[str, ...]


class Section(NamedTuple):
    """A case: its head and its rows."""

    head: str
    rows: tuple[Row, ...]


def title(found: Incident) -> str:
    """Whose slip it is."""
    mode = "" if found.mode == "live" else f", {found.mode}"
    return f"Incident slip: round {found.round} of table {found.table} ({found.game}{mode})"


def sections(found: Incident) -> tuple[Section, ...]:
    """The round, each case, and the notices."""
    cases = tuple(_case(found, number, one) for number, one in enumerate(found.findings, 1))
    lying = tuple(f"{spot}: {card}" for spot, card in found.placement.items())
    rows = [Row("Ended", (found.ended,)), Row("Result", (found.result,)), Row("Placement", lying or ("no card",))]
    if found.sealed:
        rows.append(Row("Sealed", (f"{found.sealed} cards: their faces stay hidden until their seals are opened",)))
    notices = tuple(_notice(found, one) for one in found.notices)
    beside = (Section("Notices", (Row("Told", notices),)),) if notices else ()
    return (*cases, Section("The round as it was last published", tuple(rows)), *beside)


def page(found: Incident) -> str:
    """The slip as text of 80 columns."""
    lines = [*_wrapped(title(found)), "=" * WIDTH]
    if all(one.case.alone for one in found.findings):
        lines += ["", *_wrapped(NO_INCIDENT)]
    for section in sections(found):
        lines += ["", *_wrapped(section.head), "-" * WIDTH]
        for row in section.rows:
            for place, text in enumerate(row.lines):
                name = row.name if not place else ""
                lines += _wrapped(text, f"{name:{LABEL}}")
    return "".join(f"{line}\n" for line in lines)


def _wrapped(text: str, first: str = "") -> list[str]:
    return textwrap.wrap(plain(text), WIDTH, initial_indent=first, subsequent_indent=" " * len(first)) or [first]


def html(found: Incident, drawn: str) -> str:
    """The slip as one page of HTML that needs nothing else; `drawn` is the timeline's picture."""
    body = [f"<h1>{_escaped(title(found))}</h1>"]
    if all(one.case.alone for one in found.findings):
        body.append(f"<p>{NO_INCIDENT}</p>")
    for section in sections(found):
        rows = "".join(
            f"<tr><th>{_escaped(row.name)}</th><td>{'<br/>'.join(map(_escaped, row.lines))}</td></tr>"
            for row in section.rows
        )
        body.append(f"<section><h2>{_escaped(section.head)}</h2><table>{rows}</table></section>")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/><title>{_escaped(title(found))}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + f"\n<figure>\n{drawn}</figure>\n</body></html>\n"
    )


def _escaped(text: str) -> str:
    return escape(plain(text))


def _when(found: Incident, one: Case | Ruling | Notice) -> str:
    moment = datetime.fromtimestamp(one.wall // 10**9, UTC)
    since = (one.at - found.opened) / 1e9
    return f"{moment:%Y-%m-%d %H:%M:%S}.{one.wall % 10**9 // 10**6:03} UTC, {since:+.3f} s from the round's opening"


def _notice(found: Incident, one: Notice) -> str:
    return f"{(one.at - found.opened) / 1e9:+.3f} s  {one.text} [event {one.event}]"


def _case(found: Incident, number: int, one: Finding) -> Section:
    case = one.case
    of = " (of no round)" if case.alone else ""
    head = f"{number}. {case.fault}: {case.meaning}{of}" if case.fault else f"{number}. {case.rulings[0].what}{of}"
    where = " ".join(filter(None, [case.spot and f"in {case.spot}", case.device and f"by {case.device}"]))
    rows = [
        Row("Found", (f"{_when(found, case)} [event {case.event}]",)),
        Row("Known", (f"{case.known} ({where})" if where else case.known,)),
        Row("Not known", (case.unknown,)),
        Row("Doubtful", tuple(f"round {name}" for name in case.rounds)),
        Row("Clause", (_clause(case),)),
        Row("Evidence", tuple(f"reading {said.reading}, {said.lane}: {said.text}" for said in one.evidence)),
        Row("Proposed", case.proposed),
        Row("Held", (_held(case),) if case.hold else ()),
        Row("Ruled", _rulings(found, case)),
        Row("To type now", case.commands if case.open else ()),
        *_changes(case),
        Row("Money", one.money),
    ]
    return Section(head, tuple(row for row in rows if any(row.lines)))


def _clause(case: Case) -> str:
    silent = "the game's sheet has no clause on it"
    if case.clause == HOUSE_DEFAULT:
        return f"{HOUSE_DEFAULT}: {silent}"
    return case.clause or "none is named: it holds nothing"


def _held(case: Case) -> str:
    until = "until the missing evidence comes or a person answers" if case.wait == "wait" else "until a person answers"
    return f"hold {case.hold}, {until}: {', '.join(case.options)}"


def _rulings(found: Incident, case: Case) -> tuple[str, ...]:
    if case.open:
        return (*(_ruling(found, one) for one in case.rulings), "nobody yet: it is open")
    return tuple(_ruling(found, one) for one in case.rulings) or ("nobody had to: it is told and goes on",)


def _ruling(found: Incident, one: Ruling) -> str:
    who = {"house": "the house's terms", "table": "the table itself, as the evidence came"}.get(one.who, one.who)
    role = f" ({one.role}, as of event {one.as_of})" if one.role and one.who not in ("house", "table") else ""
    why = f': "{one.why}"' if one.why else ""
    return f"{one.what}, by {who}{role}{why}, {_when(found, one)} [event {one.event}, reading {one.reading}]"


def _changes(case: Case) -> tuple[Row, ...]:
    was, now = case.before.changed(case.later)
    before = [f"{spot}: {card}" for spot, card in was.items()]
    later = [f"{spot}: {card}" for spot, card in now.items()]
    if case.before.result != case.later.result or not was:
        before.append(f"result: {case.before.result}")
        later.append(f"result: {case.later.result}")
    if not was and case.before.result == case.later.result:
        return (Row("Before", ("; ".join(before),)), Row("After", ("unchanged",)))
    return (Row("Before", ("; ".join(before),)), Row("After", ("; ".join(later),)))
