"""The board that is shown to a lens: a ChArUco board on a sheet of paper, drawn for printing.

On the sheet stand the size of a square and a line of 100 mm, to see whether the printer has kept the size.
"""

import struct
import zlib
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.layout import CalibrationError

Sheet = NDArray[np.uint8]
"""Rows and columns of grey, `DPI` dots an inch."""

ACROSS, DOWN = 11, 7
"""Squares of the board."""
CORNERS: Final = (ACROSS - 1) * (DOWN - 1)
MARKER = 0.75
"""A marker's side as a part of its square's."""
DICTIONARY: Final = cv2.aruco.DICT_4X4_50
PAPERS = {"a4": (297.0, 210.0), "a3": (420.0, 297.0), "letter": (279.4, 215.9), "tabloid": (431.8, 279.4)}
"""Width and height in mm, lying."""
DPI = 300
MARGIN, FOOT = 12.0, 14.0
"""White rim in mm, and what is kept free below the board for its words."""
SMALLEST = 8.0
"""A square smaller than this many mm cannot be seen by a camera over a table."""
RULER = 100.0


class Board(NamedTuple):
    """A board for one size of paper; all in mm."""

    paper: str
    width: float
    height: float
    square: float


def pattern(square: float = 1.0) -> cv2.aruco.CharucoBoard:
    """The board's pattern, for drawing and for finding; a square's side in any unit."""
    kind = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard((ACROSS, DOWN), square, square * MARKER, kind)


def board_for(paper: str) -> Board:
    """The largest board that fits a paper, named (`a4`) or in mm (`600x400`), its squares in steps of half a mm.

    Raises:
        CalibrationError: the paper is unknown or too small.
    """
    name = paper.lower()
    try:
        width, height = PAPERS[name] if name in PAPERS else tuple(map(float, name.split("x")))
    except ValueError:
        known = ", ".join(PAPERS)
        raise CalibrationError(f"--paper {paper}: unknown; name one of {known}, or its size in mm as 600x400") from None
    width, height = max(width, height), min(width, height)
    square = min((width - 2 * MARGIN) / ACROSS, (height - 2 * MARGIN - FOOT) / DOWN)
    if not SMALLEST <= square <= 1000:
        raise CalibrationError(f"--paper {paper}: squares of {square:.1f} mm; take paper of 150 x 120 mm or larger")
    return Board(name, width, height, int(square * 2) / 2)


def sheet(board: Board) -> Sheet:
    """The whole sheet as it is printed."""
    page = np.full((_dots(board.height), _dots(board.width)), 255, np.uint8)
    wide, tall = _dots(board.square) * ACROSS, _dots(board.square) * DOWN
    left, top = (page.shape[1] - wide) // 2, _dots(MARGIN)
    page[top : top + tall, left : left + wide] = pattern().generateImage((wide, tall), marginSize=0)
    low = top + tall + _dots(5)
    cv2.line(page, (left, low), (left + _dots(RULER), low), 0, 3)
    for end in (left, left + _dots(RULER)):
        cv2.line(page, (end, low - _dots(2)), (end, low + _dots(2)), 0, 3)
    words = (
        f"This line is {RULER:.0f} mm when printed at 100 %. Squares: {board.square:g} mm,"
        f" {ACROSS} x {DOWN}. Glue the sheet to something flat and stiff."
    )
    size = DPI / 300 * min(1.0, board.width / 297)
    cv2.putText(page, words, (left, low + _dots(7)), cv2.FONT_HERSHEY_SIMPLEX, size, 0, 2, cv2.LINE_AA)
    return page


def _dots(mm: float) -> int:
    return round(mm / 25.4 * DPI)


def png(page: Sheet) -> bytes:
    """The sheet as PNG that knows its size, so that a program prints it at 100 %."""
    done, data = cv2.imencode(".png", page)
    assert done
    body = b"pHYs" + struct.pack(">IIB", round(DPI / 0.0254), round(DPI / 0.0254), 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    whole = data.tobytes()
    head = 8 + 25  # signature and IHDR, after which pHYs may stand
    return whole[:head] + chunk + whole[head:]


def pdf(page: Sheet) -> bytes:
    """The sheet as a PDF of one page of its true size."""
    height, width = page.shape
    wide, tall = width * 72 / DPI, height * 72 / DPI
    pixels = zlib.compress(page.tobytes(), 9)
    draw = f"{wide:.3f} 0 0 {tall:.3f} 0 0 cm /I Do".encode()
    picture = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray"
    bodies = (
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide:.3f} {tall:.3f}]"
        " /Resources << /XObject << /I 4 0 R >> >> /Contents 5 0 R >>".encode(),
        _stream(f"{picture} /BitsPerComponent 8 /Filter /FlateDecode", pixels),
        _stream("", draw),
    )
    return _file(bodies)


def _stream(keys: str, data: bytes) -> bytes:
    return f"<< {keys} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _file(bodies: tuple[bytes, ...]) -> bytes:
    """A PDF of these objects, numbered from 1, the first its catalogue."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, body in enumerate(bodies, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    begin = len(out)
    out += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    for start in starts:
        out += f"{start:010} 00000 n \n".encode()
    out += f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{begin}\n%%EOF\n".encode()
    return bytes(out)
