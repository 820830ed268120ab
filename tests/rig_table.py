"""A table's file, its cameras' profiles and its journal's header, as tests of the core set them up."""

from typing import Any

from bridge.config import CameraConfig, Config, StreamConfig
from bridge.records import Header
from games.spots import Spot, hand, stack
from scanner.profile import Profile, SpotArea, Thresholds
from shoe.device import DeviceConfig

WALL = 1_790_000_000 * 1_000_000_000
CELL = 120.0

TCP_SPOTS = tuple(hand(owner, index) for owner in ("player", "dealer") for index in (1, 2, 3))


def stack_spots(count: int, each: int) -> tuple[Spot, ...]:
    """The spots of a game whose hands are laid as stacks."""
    return tuple(stack(f"s{number}", index) for number in range(1, count + 1) for index in range(1, each + 1))


def corner(number: int) -> tuple[float, float]:
    """The top left corner of a spot's cell, in mm."""
    return (number % 8) * CELL, (number // 8) * CELL


def area(number: int) -> tuple[tuple[float, float], ...]:
    x, y = corner(number)
    return ((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL))


def profile(camera: str, spots: tuple[Spot, ...], *, first: int = 0) -> Profile:
    """A camera straight above spots that lie in a grid."""
    return Profile(
        camera=camera,
        made="2026-01-01",
        width=1280,
        height=720,
        homography=((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        spots=tuple(SpotArea(spot, area(first + number)) for number, spot in enumerate(spots)),
        thresholds=Thresholds(debounce=3, gone_ms=200, stale_ms=400),
    )


def config(roles: str, *, game: str = "tcp_live", cameras: tuple[str, ...] = (), **more: Any) -> Config:
    """A table's file for roles by letter: s shoe, r reader, m shuffler that only tells its state, k key pad."""
    names = {"s": "shoe", "r": "reader", "m": "shuffler", "k": "keypad"}
    devices = []
    for letter in roles:
        dialect = {"r": "barcode", "k": "reference"}.get(letter, "reference")
        unchecked = dialect == "barcode"
        name = names[letter]
        devices.append(
            DeviceConfig(
                name=name,
                role=name,  # type: ignore[arg-type]  # the four names are the four roles
                dialect=dialect,
                path=f"/dev/{name}",
                accept_unchecked=unchecked,
                options={"map": "index"} if unchecked else {},
            )
        )
    return Config(
        table="t1",
        game=game,
        journal="journal",
        stream=StreamConfig(events="ipc://events", desk={}),
        device=tuple(devices),
        camera=tuple(CameraConfig(name=name, source="folder:x", profile="x") for name in cameras),
        **more,
    )


def header(table: Config, profiles: dict[str, Profile]) -> Header:
    return Header(
        program="0.1.0",
        epoch="00112233445566778899aabbccddeeff",
        table=table.table,
        wall=WALL,
        boot="boot-1",
        secret="5a" * 32,
        config=table,
        profiles=profiles,
    )
