"""What `calibrate shoe` says once a deal is over: the figures, the settings that follow, what goes into the file."""

import math
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from calibration.shoe import Learnt
from calibration.table import AtTable
from games.cards import Card
from shoe.profile import Delay, ShoeProfile

MARGIN = 3
"""A setting that gives up waiting is proposed at so many times the longest wait that was measured."""


class Differs(msgspec.Struct, frozen=True):
    """A code that the table's file takes for another card than was dealt."""

    code: str
    dealt: Card
    filed: Card


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What the command prints on stdout. `settings` are the least values for the table's file, by their place in it."""

    profile: str
    device: str
    dialect: str
    deck: str
    cards: int
    codes: int
    passes: int
    differs: tuple[Differs, ...]
    delays: dict[str, Delay]
    settings: dict[str, int]
    picture: str
    fingerprint: str


def _differing(codes: Mapping[str, Learnt]) -> tuple[Differs, ...]:
    return tuple(
        Differs(code, one.card, one.filed)
        for code, one in codes.items()
        if one.filed is not None and one.filed is not one.card
    )


def _settings(at: AtTable, delays: Mapping[str, Delay]) -> dict[str, int]:
    """The least values for what the table's file waits: so many times the longest that was measured."""
    found = {"timing.next_ms": delays.get("between"), "device.options.max_age_ms": delays.get("halt")}
    if at.dialect.heartbeat_ms is not None:
        found["device.silent_ms"] = delays.get("silence")
    if hasattr(at.dialect, "repeat_ms"):
        found["device.options.repeat_ms"] = delays.get("repeat")
    return {name: max(100, math.ceil(MARGIN * delay.most / 100) * 100) for name, delay in found.items() if delay}


def tell(table: Path, at: AtTable, profile: ShoeProfile, codes: Mapping[str, Learnt], files: tuple[Path, Path]) -> None:
    """Print the figures on stdout and what to do with them on stderr; `files` are the profile and its picture."""
    differs = _differing(codes)
    settings = _settings(at, profile.delays)
    told = Told(
        profile=str(files[0]),
        device=profile.device,
        dialect=profile.dialect,
        deck=profile.deck,
        cards=profile.cards,
        codes=len(profile.codes),
        passes=profile.passes,
        differs=differs,
        delays=profile.delays,
        settings=settings,
        picture=str(files[1]),
        fingerprint=profile.fingerprint,
    )
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    for name, delay in profile.delays.items():
        figures = f"least {delay.least:g}, median {delay.median:g}, p99 {delay.p99:g}, most {delay.most:g} ms"
        say(f"{name}: {figures} of {delay.n}")
    for name, ms in settings.items():
        say(f"{name}: {ms} or more")
    _into_the_file(table, at, profile, codes, files[0])
    if differs:
        one = differs[0]
        say(
            f"LOOK: {len(differs)} codes are other cards in {table} than were dealt, as {one.code}: {one.filed}"
            f" there, {one.dealt} dealt. Either the cards lay in another order than was said, or the file is wrong"
        )
    say(f"look at {files[1]}, and deal a round in test mode before you trust it")


def _into_the_file(table: Path, at: AtTable, profile: ShoeProfile, codes: Mapping[str, Learnt], out: Path) -> None:
    """What has to be written into the table's file so that the daemon uses this."""
    if not profile.codes:
        say(f"the dialect {profile.dialect} names its cards itself, and named all as dealt; {table} needs no code map")
    elif all(one.filed is one.card for one in codes.values()):
        say(f"{table} takes all codes for the cards that were dealt, as it stands")
    beside = table.absolute().parent
    where = out.absolute()
    name = str(where.relative_to(beside) if where.is_relative_to(beside) else where)
    lists = ", ".join(f"options.{one}" for one in at.listed) if profile.codes else ""
    if at.device.profile != name or lists:
        out_with = f", and take out {lists}" if lists else ""
        say(f'into the [[device]] {at.device.name!r} of {table} goes: profile = "{name}"{out_with}')


def say(words: str) -> None:
    """A line for people."""
    sys.stderr.write(f"calibrate: {words}\n")
    sys.stderr.flush()
