"""What is written as TOML is read back as it was."""

import tomllib

from demo.toml import Value, written


def test_a_document_is_read_back() -> None:
    content: dict[str, Value] = {
        "table": "demo",
        "text": 'a "quoted" \\ line\r\n\t',
        "yes": True,
        "number": -3,
        "list": ["a", 1, False],
        "stream": {"events": "ipc://x", "desk": {"engine": "ipc://y"}},
        "device": [{"name": "shoe", "options": {"rule": [{"pattern": "(?P<card>..)"}]}}, {"name": "b"}],
        "empty": [],
    }
    assert tomllib.loads(written(content)) == content
