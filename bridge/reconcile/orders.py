"""Orders to a device, and its answers to them.

The fold writes to no device: it hands out the bytes as data, and whoever owns the port writes them once the event is
on disk and published. A replay leaves them aside.
"""

from bridge.commands import Operate
from bridge.events import Alarm
from bridge.readings import Asked
from bridge.reconcile.draft import Draft
from bridge.reconcile.rounds import Refusal
from shoe.messages import Reply


def operate(draft: Draft, asked: Asked, command: Operate) -> Refusal:
    """Hand out an order's bytes, where the device is there, takes orders and may be written to."""
    name, order = command.device, command.order
    device = draft.setup.devices.get(name)
    if device is None:
        return f"{name!r} is no device of this table: {', '.join(draft.setup.devices) or 'there is none'}"
    if not device.config.write:
        return f"{name} is opened for reading only: `write = true` is not set for it in the table's file"
    data = device.dialect.order(order)
    if data is None:
        return f"the dialect {device.config.dialect!r} of {name} knows no order {order.value!r}"
    known = draft.device(name)
    if not known.up or known.silent:
        return f"{name} is down: nothing can be sent to it"
    draft.orders.append((name, data.hex()))
    draft.say(Alarm(None, name, f"{order.value} was ordered by {asked.who}"))
    return None


def replied(draft: Draft, name: str, reply: Reply) -> None:
    """A device's answer to an order: only a refusal is worth an event."""
    if not reply.ok:
        draft.say(Alarm(None, name, f"the device refused an order (code {reply.code})"))
