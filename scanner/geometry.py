"""Plane geometry of the layout: pixels to millimetres and back, points and outlines against polygons.

Polygons are convex, of either winding. Everything is plain arithmetic on tuples, so that a replay needs
neither OpenCV nor NumPy and gives the same figures on every machine.
"""

from collections.abc import Sequence
from math import hypot, sqrt

from scanner.frames import Outline, Point
from scanner.lens import Lens, bent, straight

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Polygon = Sequence[Point]


def to_mm(homography: Matrix, point: Point, lens: Lens | None = None) -> Point:
    """A picture's pixel as a place on the layout in mm; with a lens the homography is that of the straightened picture.

    Raises:
        ZeroDivisionError: the pixel lies on the horizon.
        ValueError: the lens shows nothing there.
    """
    if lens is not None:
        point = straight(lens, point)
    (a, b, c), (d, e, f), (g, h, i) = homography
    x, y = point
    w = g * x + h * y + i
    return (a * x + b * y + c) / w, (d * x + e * y + f) / w


def inverse(homography: Matrix) -> Matrix:
    """The homography the other way round, mm to pixels.

    Raises:
        ZeroDivisionError: the matrix is singular, so it maps no plane.
    """
    (a, b, c), (d, e, f), (g, h, i) = homography
    p, q, r = e * i - f * h, f * g - d * i, d * h - e * g
    det = a * p + b * q + c * r
    return (
        (p / det, (c * h - b * i) / det, (b * f - c * e) / det),
        (q / det, (a * i - c * g) / det, (c * d - a * f) / det),
        (r / det, (b * g - a * h) / det, (a * e - b * d) / det),
    )


def to_px(homography: Matrix, point: Point, lens: Lens | None = None) -> Point:
    """A place on the layout in mm as a picture's pixel."""
    seen = to_mm(inverse(homography), point)
    return seen if lens is None else bent(lens, seen)


def centre(outline: Outline) -> Point:
    """The middle of four corners."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


def skew(outline: Outline) -> float:
    """How far four corners are from a square: the longest to the shortest of its widths, 1 for a square."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    ux, uy, vx, vy = bx + cx - ax - dx, by + cy - ay - dy, cx + dx - ax - bx, cy + dy - ay - by
    whole = ux * ux + uy * uy + vx * vx + vy * vy
    part = sqrt(max(0.0, whole * whole - 4 * (ux * vy - uy * vx) ** 2))
    return sqrt((whole + part) / max(whole - part, 1e-9))


def distance(one: Point, other: Point) -> float:
    """How far two points lie apart."""
    return hypot(one[0] - other[0], one[1] - other[1])


def inside(polygon: Polygon, point: Point) -> bool:
    """Whether a point lies in a convex polygon or on its edge."""
    x, y = point
    px, py = polygon[-1]
    side = 0.0
    for qx, qy in polygon:
        cross = (qx - px) * (y - py) - (qy - py) * (x - px)
        if cross * side < 0:
            return False
        side = side or cross
        px, py = qx, qy
    return True


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons share a point: no edge of either parts them."""
    return not (_parted(one, other) or _parted(other, one))


def _parted(one: Polygon, other: Polygon) -> bool:
    px, py = one[-1]
    for qx, qy in one:
        nx, ny = qy - py, px - qx
        mine = [nx * x + ny * y for x, y in one]
        theirs = [nx * x + ny * y for x, y in other]
        if max(mine) < min(theirs) or max(theirs) < min(mine):
            return True
        px, py = qx, qy
    return False


def area(polygon: Polygon) -> float:
    """The area of a polygon, signed by its winding."""
    total = 0.0
    px, py = polygon[-1]
    for qx, qy in polygon:
        total += px * qy - qx * py
        px, py = qx, qy
    return total / 2


def shared(one: Polygon, other: Polygon) -> float:
    """How much of their union two convex polygons share, 0 to 1."""
    first = list(one) if area(one) > 0 else list(reversed(one))
    clip = list(other) if area(other) > 0 else list(reversed(other))
    common = first
    p = clip[-1]
    for q in clip:
        common = _cut(common, p, q)
        if not common:
            return 0.0
        p = q
    both = area(common)
    return both / (area(first) + area(clip) - both)


def _cut(polygon: list[Point], p: Point, q: Point) -> list[Point]:
    """The part of a polygon to the left of the line from p to q."""
    kept: list[Point] = []
    for (ax, ay), (bx, by) in zip([polygon[-1], *polygon[:-1]], polygon, strict=True):
        left = (q[0] - p[0]) * (ay - p[1]) - (q[1] - p[1]) * (ax - p[0])
        right = (q[0] - p[0]) * (by - p[1]) - (q[1] - p[1]) * (bx - p[0])
        if left * right < 0:
            part = left / (left - right)
            kept.append((ax + part * (bx - ax), ay + part * (by - ay)))
        if right >= 0:
            kept.append((bx, by))
    return kept
