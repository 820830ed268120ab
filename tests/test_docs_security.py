"""The page on security names what exists: its commands, its files, and every reason for a refusal."""

import re
from pathlib import Path

from bridge.stream.keys import KeyRing, Keys, new_pair
from bridge.stream.sockets import STRANGER

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/security.md").read_text()


def test_the_verbs_on_the_page_exist() -> None:
    named = set(re.findall(r"keys (new|list|revoke|\w+)\b(?= (?:--|shows|\.\.\.|$))", PAGE))
    assert named >= {"new", "revoke"}
    source = (ROOT / "bridge/verbs/keys.py").read_text()
    for flag in set(re.findall(r"(--(?:role|name|out|config))\b", PAGE)):
        assert f'"{flag}"' in source


def test_the_reasons_in_the_log_are_those_on_the_page() -> None:
    causes = PAGE[PAGE.index("| `cause` |") :]
    ring = KeyRing(Keys(new_pair()[1], {}, {}))
    assert str(ring.admit("events", "other", 0)) in causes
    assert STRANGER in causes
    assert "its key was revoked: " in causes


def test_the_paths_on_the_page_are_those_of_the_unit_and_the_examples() -> None:
    drop_in = (ROOT / "systemd/keys.conf").read_text()
    assert "LoadCredential=table-key:/etc/truedeal/keys/%i.toml" in drop_in
    example = (ROOT / "config/tcp_live.toml").read_text()
    for line in (
        'keys = "/etc/truedeal/main.keys.toml"',
        'secret = "/run/credentials/truedeal@main.service/table-key"',
    ):
        assert line in PAGE
        assert line in example


def test_the_page_is_linked() -> None:
    for page in ("README.md", "docs/operating.md", "docs/protocol.md"):
        assert "docs/security.md" in (ROOT / page).read_text()
