"""The stream's schema, made from the types: JSON Schema, AsyncAPI, and the hash by which a client knows both.

AsyncAPI has no binding for ZeroMQ: it names channels and messages, the frames stand in `docs/protocol.md`.
"""

import hashlib
import importlib
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from bridge.events import Event
from bridge.stream.frames import PROTOCOL, Heartbeat
from bridge.stream.requests import Reply, Request

Json = dict[str, Any]

MESSAGES = {
    "event": ("Event", "Four frames: topic, position, body, hash."),
    "heartbeat": ("Heartbeat", "Two frames: topic, body."),
    "request": ("Request", "One frame: body."),
    "reply": ("Reply", "One frame, body; after `got` two more an event, its body and its hash."),
}
"""Each message's type and its frames."""


def components(template: str) -> Json:
    """Every type on the stream and at the desk by its name, with references made from `template`."""
    (event, beat, request, reply), named = msgspec.json.schema_components(
        [Event, Heartbeat, Request, Reply], ref_template=template
    )
    del event, beat
    return {**named, "Request": request, "Reply": reply}


@cache
def json_schema() -> Json:
    """JSON Schema of a heartbeat's and an event's body, of a request and of a reply's first frame."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Truedeal stream, protocol {PROTOCOL}",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("Event", "Heartbeat", "Request", "Reply")],
        "$defs": components("#/$defs/{name}"),
    }


def written(document: Json) -> str:
    """The text of a document as it stands in `docs/`."""
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1).decode("utf-8") + "\n"


@cache
def schema_hash() -> str:
    """SHA-256 of `docs/schema.json`, in hexadecimal: what `hello` gives as `schema`."""
    return hashlib.sha256(written(json_schema()).encode("utf-8")).hexdigest()


def asyncapi() -> Json:
    """The AsyncAPI 3.0 document."""
    table = {"table": {"description": "The table's name."}}
    kind = {"kind": {"description": "The event's kind, as in `what.kind`."}}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Truedeal table",
            "version": version("truedeal"),
            "description": "Validated card events of a live-dealer table over ZeroMQ. The frames: docs/protocol.md.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {
            "events": _channel(f"v{PROTOCOL}/{{table}}/{{kind}}", "XPUB", ["event"], {**table, **kind}),
            "heartbeats": _channel(f"v{PROTOCOL}/{{table}}/heartbeat", "XPUB", ["heartbeat"], table),
            "desk": _channel(None, "ROUTER, one endpoint a role", ["request", "reply"], {}),
        },
        "operations": {
            "publishEvent": _operation("send", "events", "event"),
            "publishHeartbeat": _operation("send", "heartbeats", "heartbeat"),
            "answer": {
                **_operation("receive", "desk", "request"),
                "reply": {
                    "channel": {"$ref": "#/channels/desk"},
                    "messages": [{"$ref": "#/channels/desk/messages/reply"}],
                },
            },
        },
        "components": {
            "messages": {
                name: {"summary": frames, "payload": {"$ref": f"#/components/schemas/{type_}"}}
                for name, (type_, frames) in MESSAGES.items()
            },
            "schemas": components("#/components/schemas/{name}"),
        },
    }


def _channel(address: str | None, socket: str, messages: list[str], parameters: Json) -> Json:
    channel: Json = {
        "address": address,
        "description": f"ZeroMQ {socket}.",
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
    }
    return {**channel, "parameters": parameters} if parameters else channel


def _operation(action: str, channel: str, message: str) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{message}"}],
    }


def phase_table() -> dict[str, dict[str, str]]:
    """Phase to command to `done` or `refused: why`, as `bridge.phases.TABLE` states it; empty without that module."""
    try:
        table: dict[str, dict[str, str]] = importlib.import_module("bridge.phases").TABLE
    except ModuleNotFoundError:
        return {}
    return table
