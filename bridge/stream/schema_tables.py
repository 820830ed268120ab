"""The generated parts of `docs/protocol.md`: tables of events, commands, requests, values, faults and phases.

They stand between `<!-- generated: NAME -->` and `<!-- end -->`; everything else in the file is written by hand.
"""

import re
from collections.abc import Sequence
from typing import Any, get_args

from bridge.commands import ROLE, Command
from bridge.events import What
from bridge.faults import MEANING
from bridge.stream.requests import Reply, Request
from bridge.stream.schema import components, phase_table
from games.cards import Card

Json = dict[str, Any]
_PART = re.compile(r"(<!-- generated: (?P<name>[a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


class UnknownPartError(Exception):
    """The document asks for a part that nobody makes."""


def fill(text: str) -> str:
    """The document with each generated part made anew.

    Raises:
        UnknownPartError: a marker names no part.
    """
    made = parts()

    def part(found: "re.Match[str]") -> str:
        name = found["name"]
        if name not in made:
            raise UnknownPartError(f"there is no part {name!r}; there are {', '.join(made)}")
        return f"{found[1]}\n{made[name]}\n{found[3]}"

    return _PART.sub(part, text)


def parts() -> dict[str, str]:
    """Each part by its name."""
    schemas = components("{name}")
    return {
        "events": _structs(schemas, get_args(What), "kind", "Event"),
        "commands": _commands(schemas),
        "requests": _structs(schemas, get_args(Request), "verb", "Request"),
        "replies": _structs(schemas, get_args(Reply), "reply", "Reply"),
        "heartbeat": _rows(("Field", "Type", "Default"), _field_rows(schemas["Heartbeat"])),
        "envelope": _rows(("Field", "Type", "Default"), _field_rows(schemas["Event"])),
        "values": _values(schemas),
        "faults": _rows(("Fault", "Meaning"), [(f"`{kind.value}`", words) for kind, words in MEANING.items()]),
        "phases": _phases(),
    }


def _rows(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def _structs(schemas: Json, types: tuple[type, ...], tag: str, head: str) -> str:
    rows = []
    for type_ in types:
        schema = schemas[type_.__name__]
        word = schema["properties"][tag]["enum"][0]
        rows.append((f"`{word}`", _fields(schema, tag), _words(schema)))
    return _rows((head, "Fields", "Meaning"), rows)


def _commands(schemas: Json) -> str:
    rows = []
    for type_ in get_args(Command):
        schema = schemas[type_.__name__]
        role, _, words = _words(schema).partition(": ")
        assert role.lower() == ROLE[type_].value
        rows.append((f"`{schema['properties']['do']['enum'][0]}`", ROLE[type_].value, _fields(schema, "do"), words))
    return _rows(("Command", "Role", "Fields", "Meaning"), rows)


def _values(schemas: Json) -> str:
    named = ("Spot", "Placement", "Outcome", "HandResult", "Answer")
    rows = [(f"`{name}`", _fields(schemas[name], ""), _words(schemas[name])) for name in named]
    for name, schema in schemas.items():
        if "enum" in schema and name not in {Card.__name__, "FaultKind"}:
            rows.append((f"`{name}`", " ".join(f"`{value}`" for value in schema["enum"]), _words(schema)))
    return _rows(("Value", "Fields or values", "Meaning"), rows)


def _phases() -> str:
    table = phase_table()
    if not table:
        return "The table is made from the reconciler's own.\n"
    commands = list(dict.fromkeys(command for row in table.values() for command in row))
    rows = [(f"`{command}`", *(row.get(command, "") for row in table.values())) for command in commands]
    return _rows(("Command", *(f"`{phase}`" for phase in table)), rows)


def _words(schema: Json) -> str:
    return " ".join(str(schema.get("description", "")).split())


def _fields(schema: Json, tag: str) -> str:
    said = [
        f"`{name}`: {_type(field)}" + ("" if name in schema.get("required", []) else f" ({_default(field)})")
        for name, field in schema["properties"].items()
        if name != tag
    ]
    return ", ".join(said) or "-"


def _field_rows(schema: Json) -> list[tuple[str, ...]]:
    required = schema.get("required", [])
    return [
        (f"`{name}`", _type(field), "" if name in required else _default(field))
        for name, field in schema["properties"].items()
    ]


def _default(field: Json) -> str:
    value = field.get("default")
    return {"": "empty", "()": "none", "{}": "none", "None": "null", "False": "false"}.get(str(value), str(value))


def _type(field: Json) -> str:
    if "$ref" in field:
        return f"`{field['$ref']}`"
    if "anyOf" in field:
        if "discriminator" in field:
            return "one of the objects below, by its " + f"`{field['discriminator']['propertyName']}`"
        return " or ".join(_type(one) for one in field["anyOf"])
    if "enum" in field:
        return " or ".join(f'`"{value}"`' for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field['items'])}"
    if isinstance(field.get("additionalProperties"), dict) and field["additionalProperties"]:
        return f"object of {_type(field['additionalProperties'])}"
    return str(field.get("type", "any"))
