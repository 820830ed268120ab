"""Guards: what each promise hangs on, the line that keeps it, and the test that fails when that line is gone.

`python -m tests.guards` (`make guards`) takes each guard out of a copy of the tree, one at a time, and runs its test,
which must fail. The table in docs/architecture.md is made from this list; a test holds both to each other.
"""

from tests.guards.cards import CARDS
from tests.guards.devices import DEVICES
from tests.guards.edges import EDGES
from tests.guards.house import HOUSE
from tests.guards.rounds import ROUNDS

GUARDS = (*CARDS, *ROUNDS, *HOUSE, *DEVICES, *EDGES)
