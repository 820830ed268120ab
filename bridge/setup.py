"""A table's constants, made from a journal's header alone: its game, devices, cameras, times and secret."""

from dataclasses import dataclass
from functools import cached_property

import msgspec

from bridge.config import Config, ConfigError
from bridge.records import Header
from games import catalogue
from games.cards import Card
from games.game import Evidence, Game, Owed, Reveal, Source
from games.options import Options
from games.spots import Spot, SpotKind
from scanner.profile import Profile
from shoe import dialects
from shoe.codes import learnt
from shoe.device import DeviceConfig
from shoe.dialects import Dialect

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True)
class Device:
    """A serial device of the table and the dialect it speaks."""

    config: DeviceConfig
    dialect: Dialect

    @property
    def source(self) -> Source | None:
        """What its cards are evidence of; None for a device that reads no cards."""
        match self.config.role:
            case "shoe":
                return Source.SHOE
            case "reader":
                return Source.READER
            case "shuffler" | "keypad":
                return None


def _device(config: DeviceConfig, codes: dict[str, Card]) -> Device:
    where = f"device {config.name!r}"
    try:
        dialect = learnt(dialects.find(config.dialect, config.options), config.options, codes)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from error
    reads_cards = config.role in ("shoe", "reader")
    if reads_cards and not dialect.checked and not config.accept_unchecked:
        raise ConfigError(
            f"{where}: the dialect {config.dialect!r} has no check and no counter, so a damaged byte may pass for"
            " another card; set accept_unchecked = true to take that by name"
        )
    if bool(config.path) == bool(config.tcp):
        raise ConfigError(f"{where}: set exactly one of path and tcp")
    return Device(config, dialect)


def _codes(header: Header, device: DeviceConfig) -> dict[str, Card]:
    """What the profile of a device says that its codes mean; nothing where the table's file names none."""
    if not device.profile:
        return {}
    if device.name not in header.learnt:
        raise ConfigError(f"device {device.name!r} has no profile")
    return header.learnt[device.name].codes


@dataclass(frozen=True)
class Setup:
    """A table's constants. `game` is the game under the table's options."""

    header: Header
    game: Game
    options: Options
    devices: dict[str, Device]

    @staticmethod
    def of(header: Header) -> "Setup":
        """The constants a header names.

        Raises:
            ConfigError: the header names a game, dialect or profile that does not exist, or a wrong option.
        """
        config = header.config
        try:
            game = catalogue.find(config.game)
            options = catalogue.options(game, config.game_options)
            game = catalogue.under(game, options)
        except ValueError as error:
            raise ConfigError(f"game: {error}") from error
        if config.policy.void_scope == "hand" and not game.boxes:
            raise ConfigError(f"policy.void_scope = 'hand': {config.game} has no seats; a void is the round's")
        names = [device.name for device in config.device] + [camera.name for camera in config.camera]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ConfigError(f"two devices or cameras are called {twice[0]!r}")
        missing = [camera.name for camera in config.camera if camera.name not in header.profiles]
        if missing:
            raise ConfigError(f"camera {missing[0]!r} has no layout profile")
        devices = {device.name: _device(device, _codes(header, device)) for device in config.device}
        setup = Setup(header, game, options, devices)
        if not setup.sources and game.throw is None:
            raise ConfigError("no source knows a card: add a shoe, a reader or a camera")
        return setup

    @property
    def config(self) -> Config:
        """The resolved table's file."""
        return self.header.config

    @cached_property
    def secret(self) -> bytes:
        """The epoch's secret, from which salts are made."""
        return bytes.fromhex(self.header.secret)

    @cached_property
    def sources(self) -> frozenset[Source]:
        """Who can know cards at this table."""
        found = {device.source for device in self.devices.values()} - {None}
        return frozenset({source for source in found if source} | ({Source.CAMERA} if self.config.camera else set()))

    @cached_property
    def first(self) -> Source:
        """Who tells first that a card is dealt: the shoe, else the camera, else the reader; nobody where no card is."""
        order = (Source.SHOE, Source.CAMERA, Source.READER)
        return next((source for source in order if source in self.sources), Source.PEOPLE)

    @cached_property
    def face_up(self) -> frozenset[str]:
        """The hands whose cards are dealt open: a camera owes their faces, and no back before."""
        owed = {kind: {row.hand for row in self.game.owed if row.evidence is kind} for kind in Evidence}
        return frozenset(
            hand for hand in self.game.hands if _any(owed[Evidence.FACE], hand) and not _any(owed[Evidence.BACK], hand)
        )

    @cached_property
    def dice_owed(self) -> frozenset[Source]:
        """Who owes the dice: a camera with a spot for them in its profile, and people where there is a key pad."""
        seen = any(spot.kind is SpotKind.DIE for spot in self.watchers)
        keyed = any(device.config.role == "keypad" for device in self.devices.values())
        return frozenset(({Source.CAMERA} if seen else set()) | ({Source.PEOPLE} if keyed else set()))

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """What the sources of this table owe."""
        return tuple(row for row in self.game.owed if row.source in self.sources)

    def owes(self, hand: str, source: Source, evidence: Evidence) -> Owed | None:
        """The row by which a source owes this about a hand's cards, if any does."""
        for row in self.owed:
            if row.source is source and row.evidence is evidence and row.hand in (hand, "*"):
                return row
        return None

    def within(self, row: Owed) -> int:
        """The time a row allows, in ns."""
        return int(getattr(self.config.timing, row.within)) * MS

    @cached_property
    def cameras(self) -> dict[str, Profile]:
        """The layout profile of each camera."""
        return {camera.name: self.header.profiles[camera.name] for camera in self.config.camera}

    @cached_property
    def watchers(self) -> dict[Spot, tuple[str, ...]]:
        """Which cameras see each spot."""
        seen: dict[Spot, tuple[str, ...]] = {}
        for name, profile in self.cameras.items():
            for area in profile.spots:
                seen[area.spot] = (*seen.get(area.spot, ()), name)
        return seen

    def reveal(self, hand: str) -> Reveal | None:
        """When the cards of a hand may be known."""
        return next((row for row in self.game.reveals if row.hand in (hand, "*")), None)


def _any(named: set[str], hand: str) -> bool:
    return hand in named or "*" in named


def public(config: Config) -> dict[str, object]:
    """The configuration as plain values, for people and for the header's readers."""
    return msgspec.to_builtins(config)  # type: ignore[no-any-return]  # a Struct becomes a dict
