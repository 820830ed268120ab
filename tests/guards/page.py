"""The table of guards as it stands in docs/architecture.md."""

from tests.guards import GUARDS
from tests.guards.guard import ROOT

BEGIN, END = "<!-- guards -->", "<!-- end of guards -->"


def table() -> str:
    """The list as it stands in docs/architecture.md."""
    rows = [f"| {guard.promise} | `{guard.file}` | `{guard.test}` |" for guard in GUARDS]
    return "\n".join(["| promise | kept in | the test that fails without it |", "|---|---|---|", *rows])


def write() -> None:
    """Put the table into docs/architecture.md, between its marks."""
    path = ROOT / "docs" / "architecture.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")
