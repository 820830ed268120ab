"""`python -m scanner`: one camera as a process of its own, one JSON line a frame.

It ends when its reader does (or with its parent), at a video's end, and on SIGTERM. Exit 2 means that it could not
begin: a wrong source, profile or socket, told in one line.
"""

import argparse
import ctypes
import logging
import os
import signal
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import structlog

from scanner.lens import check_lens
from scanner.profile import Profile, ProfileError, check, load

SELECT_TIMEOUT = "2"
"""Seconds a dead V4L2 camera may block one call; OpenCV's own limit is 10."""
PR_SET_PDEATHSIG = 1


def parse(words: list[str] | None = None) -> argparse.Namespace:
    """The command line's words."""
    parser = argparse.ArgumentParser(prog="python -m scanner", description="Recognise one camera's pictures.")
    parser.add_argument("--camera", required=True, metavar="NAME", help="the camera's name in the table's file")
    parser.add_argument(
        "--source",
        required=True,
        help="v4l2:PATH, rtsp://..., file:PATH or folder:PATH (followed; folder:PATH?from=first plays it)",
    )
    parser.add_argument("--profile", required=True, type=Path, metavar="FILE", help="the camera's layout profile")
    parser.add_argument("--socket", type=Path, metavar="PATH", help="serve lines there instead of standard output")
    parser.add_argument("--fps", type=float, metavar="N", help="play a folder or a video at so many pictures a second")
    return parser.parse_args(words)


def main() -> int:
    """Run until the end; 0, or 2 when it could not begin."""
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", SELECT_TIMEOUT)
    args = parse()
    if args.socket is None:
        # A camera stays busy while its process lives: it must not outlive a killed daemon.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    ending = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    return _run(args, ending)


def _profile(args: argparse.Namespace) -> Profile:
    profile = load(args.profile)
    if profile.camera != args.camera:
        raise ProfileError(f"{args.profile}: is for the camera {profile.camera!r}, not {args.camera!r}")
    today, lens = datetime.now(UTC).astimezone().date(), profile.optics
    bent = check_lens(lens, profile.camera, (profile.width, profile.height), today) if lens else ()
    for reason in (*check(profile, args.profile, today), *bent):
        structlog.get_logger().warning("profile_doubtful", camera=args.camera, why=reason)
    return profile


def _run(args: argparse.Namespace, ending: threading.Event) -> int:
    # OpenCV reads the environment when it is loaded, so it is loaded after that was set.
    from scanner.capture import SourceError, open_source  # noqa: PLC0415
    from scanner.pipeline import Pipeline  # noqa: PLC0415
    from scanner.process import Grabber, Listener, Pipe, Writer, clock, watching  # noqa: PLC0415

    try:
        profile = _profile(args)
        source = open_source(args.source, (profile.width, profile.height), args.fps, clock, ending.wait)
        pipeline = Pipeline(profile, args.profile.parent, source.frozen_ms)
        listener = Listener(args.socket) if args.socket else None
    except (ProfileError, SourceError, OSError) as error:
        sys.stderr.write(f"scanner: {error}\n")
        return 2
    try:
        writer = Writer(listener or Pipe(), ending.set)
        watching(pipeline, Grabber(source, args.camera, ending), writer, ending)
    finally:
        if listener:
            listener.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
