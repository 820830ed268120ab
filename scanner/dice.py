"""Dice: the pips of upper faces, each a value only where pips and picture agree.

The pips propose a face (`faces`). Then it is laid flat (`bodies`): everything on it must be body or one of these pips,
and the body must end about where a die of that size ends. What fails any of it is no face, since the side of a
die, print and texture can look like one.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scanner.bodies import HALF, Body, laid_flat, single
from scanner.faces import Face, Field, faces, squeeze, whitener
from scanner.flatten import Picture
from scanner.frames import DieSeen, Outline
from scanner.pips import Floats, pips

SMALLEST: Final = 20.0
"""The least side of a die, px; smaller ones have pips of less than two pixels' radius."""
NEAREST: Final = 1.75
"""Steps from the middle that the body must reach on every side."""
FARTHEST: Final = 2.95
"""Steps within which it must end on one of two opposite sides: on the other the die's side may be in view."""
ONE_BODY: Final = 0.8
"""Middles of two faces nearer than this part of a die's side belong to one die that lies on neither."""
SIZES: Final = 0.17
"""How far a die with one pip may differ in size from the dice near it, as a part."""
NEIGHBOURS: Final = 5
ALONE: Final = 2.3
"""Halves of a die's side around a single pip in which no other may lie where no other die tells the size."""
PLAIN: Final = 75.0
"""Grey levels between that pip and its body: less may be the grain of a cloth."""
SQUEEZED: Final = 1.4
UNLIKE: Final = 1.4
"""How far a face may differ from those near it, in shape and in size."""
STEPPED: Final = 1.25
HEAP: Final = 3
FLATTER: Final = 0.83


def dice(image: Picture) -> tuple[DieSeen, ...]:
    """The dice of a picture (rows, columns, 3), BGR: outlines of their upper faces in its pixels."""
    field = Field(pips(image))
    found = _several(image, field)
    found += _ones(image, field, found)
    found = [face for face in found if _like(face, found) and not _side_of(face, found)]
    leaning = _leaning(found)
    seen = [
        DieSeen(_outline(face), None if k in leaning else face.value, k not in leaning) for k, face in enumerate(found)
    ]
    whole = [die for die in seen if _whole(die.outline, image.shape)]
    return tuple(sorted(whole, key=lambda die: (die.outline[0][1] // 16, die.outline[0][0])))


def _several(image: Picture, field: Field) -> list[Face]:
    """Faces of two pips and more; of those that share pips the one that explains most."""
    looked = [face for face in faces(field) if _side(face) >= SMALLEST]
    bodies = [(face, _body(image, field, face)) for face in looked]
    proposed = sorted(((face, body) for face, body in bodies if body is not None), key=lambda one: -len(one[0].pips))
    found: list[Face] = []
    for face, body in proposed:
        free = not any(_holds(old, face.middle) for old in found)
        if free and _ends(body) and not _rivals(face, [one for one, _ in proposed]):
            found.append(face._replace(value=body.value))
    return found + _beside(image, field, looked, found)


def _body(image: Picture, field: Field, face: Face, beside: tuple[int, ...] = ()) -> Body | None:
    """What a face laid flat shows, None where that is no face."""
    body = laid_flat(image, field, face, beside)
    return None if body is None or min(body.ends) < NEAREST else body


def _rivals(face: Face, others: list[Face]) -> bool:
    """Whether some of a face's pips are as well or better explained by another: so seem rows of two dice in line."""
    own = set(face.pips)
    return any(
        len(other.pips) >= len(own) and not own.isdisjoint(other.pips) and set(other.pips) != own for other in others
    )


def _beside(image: Picture, field: Field, proposed: list[Face], known: list[Face]) -> list[Face]:
    """Faces that only dice like them beside them bear out: without ends of their own in a heap, or of many colours."""
    found: list[Face] = []
    proposed = sorted(proposed, key=lambda one: -len(one.pips))
    for face in proposed:
        if any(_holds(old, face.middle) for old in (*known, *found)) or _rivals(face, proposed):
            continue
        near = _nearest(face, known)
        if len(near) < HEAP or not _like(face, known):
            continue
        body = _body(image, field, face, _members(near))
        if body is not None and (body.value > 2 or _ends(body)):
            found.append(face._replace(value=body.value))
    return found


def _members(near: list[Face]) -> tuple[int, ...]:
    return tuple(pip for face in near for pip in face.pips)


def _ends(body: Body) -> bool:
    right, left, down, up = body.ends
    return max(min(right, left), min(down, up)) <= FARTHEST


def _ones(image: Picture, field: Field, others: list[Face]) -> list[Face]:
    """Faces with one pip, away from faces that are known."""
    found: list[Face] = []
    free = field.upper.copy()
    for other in others:
        free &= ~_held(other, field.at)
    for k in np.nonzero(free)[0].tolist():
        face = single(image, field, k)
        if face is None and others:
            near = sorted(others, key=lambda one: float(np.hypot(*(one.middle - field.at[k]))))[:NEIGHBOURS]
            face = single(image, field, k, _members(near))
        if face is not None and _side(face) >= SMALLEST and _fits(field, face, others):
            found.append(face)
    return found


def _fits(field: Field, face: Face, others: list[Face]) -> bool:
    """Whether a single pip is the middle of a die like the others near it, or, where there are none, is by itself."""
    near = _nearest(face, others)
    if len(near) >= 2:
        size = float(np.median([_side(other) for other in near]))
        step = float(np.median([other.step for other in near]))
        return abs(_side(face) / size - 1) < SIZES and face.step < 1.2 * step
    pip = field.pips[face.pips[0]]
    if abs(pip.ink - float(pip.ground.min())) < PLAIN:
        return False
    places = face.places(field.at) / HALF
    close = (np.hypot(*places.T) < ALONE) & field.upper & field.sized(pip.radius)
    return int(sum(not any(_holds(other, field.at[k]) for other in others) for k in np.nonzero(close)[0])) == 1


def _nearest(face: Face, others: list[Face]) -> list[Face]:
    far = sorted((float(np.hypot(*(one.middle - face.middle))), k) for k, one in enumerate(others) if one is not face)
    return [others[k] for _, k in far[:NEIGHBOURS]]


def _like(face: Face, others: list[Face]) -> bool:
    """Whether a face is seen as those near it are: the side of a die is not."""
    near = _nearest(face, others)
    if len(near) < 3:
        return True
    typical = np.median([one.shape / np.sqrt(np.linalg.det(one.shape)) for one in near], axis=0)
    size = _side(face) / float(np.median([_side(one) for one in near]))
    steps = face.step / float(np.median([one.step for one in near]))
    like = squeeze(np.asarray(typical, np.float32), face.shape) < SQUEEZED and 1 / UNLIKE < size < UNLIKE
    return like and (face.value == 1 or 1 / STEPPED < steps < STEPPED)


def _side_of(face: Face, others: list[Face]) -> bool:
    """Whether a face touches another that is seen much less squeezed: then it is that die's side."""
    return any(
        float(np.hypot(*(face.middle - one.middle))) < 1.05 * _side(one) and _round(face) < FLATTER * _round(one)
        for one in others
        if one is not face
    )


def _round(face: Face) -> float:
    low, high = np.linalg.eigvalsh(face.shape)
    return float(np.sqrt(low / high))


def _side(face: Face) -> float:
    """A die's side in px, as its upper face shows it."""
    return 2 * HALF * face.unit


def _holds(face: Face, point: Floats) -> bool:
    return bool(_held(face, point))


def _held(face: Face, points: Floats) -> NDArray[np.bool_]:
    """Which of these points (..., 2) lie on a face's die."""
    return np.asarray(np.abs(face.places(points)).max(axis=-1) < HALF)


def _leaning(found: list[Face]) -> set[int]:
    """Faces that share a die with another face as plainly in view."""
    return {
        k
        for j, one in enumerate(found)
        for k, other in enumerate(found)
        if k != j and float(np.hypot(*(one.middle - other.middle))) < ONE_BODY * min(_side(one), _side(other))
    }


def _outline(face: Face) -> Outline:
    """The corners of the upper face, as square on the die as its pips are round."""
    white = whitener(face.shape)
    left, _, right = np.linalg.svd(white @ face.grid)
    grid = np.linalg.inv(white) @ left @ right * face.step * HALF
    corners = [face.middle + grid @ np.array(at, np.float32) for at in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return a, b, c, d


def _whole(outline: Outline, shape: tuple[int, ...]) -> bool:
    """Whether a face lies in the picture as a whole."""
    return all(-1 <= x <= shape[1] and -1 <= y <= shape[0] for x, y in outline)
