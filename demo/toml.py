"""TOML as far as a table's file needs it: texts, numbers, truth values, tables and lists of tables."""

from collections.abc import Mapping

Value = str | int | bool | list["Value"] | dict[str, "Value"]


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    for sign, name in (("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        escaped = escaped.replace(sign, name)
    return f'"{escaped}"'


def _inline(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(_inline(one) for one in value)}]"
        case dict():
            return "{ " + ", ".join(f"{_text(key)} = {_inline(one)}" for key, one in value.items()) + " }"


def _tables(value: Value) -> list[dict[str, Value]] | None:
    """The tables of a list that holds nothing else."""
    if isinstance(value, list) and value:
        found = [one for one in value if isinstance(one, dict)]
        return found if len(found) == len(value) else None
    return None


def written(content: Mapping[str, Value]) -> str:
    """A TOML document: plain values first, then tables and lists of tables."""
    plain, rest = [], []
    for key, value in content.items():
        if isinstance(value, dict):
            rest += [f"\n[{key}]", *(f"{name} = {_inline(one)}" for name, one in value.items())]
        elif tables := _tables(value):
            for table in tables:
                rest += [f"\n[[{key}]]", *(f"{name} = {_inline(one)}" for name, one in table.items())]
        else:
            plain.append(f"{key} = {_inline(value)}")
    return "\n".join([*plain, *rest]) + "\n"
