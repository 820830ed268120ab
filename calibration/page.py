"""The report as one HTML file that holds all it shows."""

import base64
from html import escape
from typing import NamedTuple

import cv2
import numpy as np

from calibration.layout import Picture, to_picture
from calibration.reading import Reading, Verdict
from calibration.report import Item, Report
from scanner.profile import Profile

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#1c2024;background:#fff}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}
table{border-collapse:collapse;width:100%}td,th{padding:.35rem .6rem;border-bottom:1px solid #dde1e6;text-align:left}
th{font-weight:600;background:#f4f6f8}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
img{max-width:100%;border-radius:4px}td img{max-height:7rem;width:auto}figure{margin:0}figcaption{color:#5b6570}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.verdict{display:inline-block;padding:.25rem .9rem;border-radius:4px;color:#fff;font-weight:700}
.fit{background:#1a7f4b}.unfit{background:#b3261e}.facts{color:#5b6570}
.bad{color:#b3261e;font-weight:600}.note{color:#8a5a00;font-weight:600}.ok{color:#1a7f4b}
.cells{display:flex;flex-wrap:wrap;gap:.8rem}.cells figure{width:9rem}
@media(max-width:50rem){.two{grid-template-columns:1fr}}
"""
WORD = {"ok": "good", "note": "note", "bad": "mend"}
MOST = 40
"""Pictures of cards not read are shown up to this many."""


class Shots(NamedTuple):
    """What the page shows: the layout with its spots, the light over it, each spot, and cards that were not read."""

    layout: Picture
    light: Picture
    spots: dict[str, Picture]
    missed: tuple[tuple[Verdict, Picture], ...]


def page(report: Report, shots: Shots) -> str:
    """The whole file."""
    verdict = "fit" if report.verdict == "fit" else "unfit"
    until = f"until {report.expires}" if report.expires else "without an end"
    facts = (
        f"profile {report.profile}, made on {report.profile_made}, holds {until}; "
        f"{report.pictures} pictures; report of {report.made}; fingerprint {report.fingerprint[:16]}"
    )
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(report.camera)}: {report.verdict}</title><style>{STYLE}</style></head><body>",
            f'<h1>{escape(report.camera)} <span class="verdict {verdict}">{report.verdict}</span></h1>',
            f'<p class="facts">{escape(facts)}</p>',
            _items(report.items),
            '<h2>The layout and its light</h2><div class="two">',
            _figure(shots.layout, "Each frame must lie where cards lie."),
            _figure(shots.light, "Light over the layout: numbers are hundredths of the lightest place."),
            "</div>",
            _spots(report, shots),
            _reading(report.reading, shots),
            "</body></html>\n",
        )
    )


def _items(items: tuple[Item, ...]) -> str:
    """What is to be mended first, then notes; what is good is counted."""
    rows = [item for level in ("bad", "note") for item in items if item.level == level]
    good = [item for item in items if item.level == "ok"]
    lines = "".join(_item(item) for item in rows)
    rest = "".join(_item(item) for item in good)
    head = "<table><tr><th></th><th>about</th><th>found</th><th>cure</th></tr>"
    first = f"{head}{lines}</table>" if rows else "<p>Nothing is to be mended.</p>"
    return (
        f"<h2>What was found</h2>{first}"
        f"<details><summary>{len(good)} things are good</summary>{head}{rest}</table></details>"
    )


def _item(item: Item) -> str:
    return (
        f'<tr><td class="{item.level}">{WORD[item.level]}</td><td>{escape(item.about)}</td>'
        f"<td>{escape(item.what)}</td><td>{escape(item.cure)}</td></tr>"
    )


def _spots(report: Report, shots: Shots) -> str:
    names = ("mm per px", "card px", "index px", "edge px", "blur %", "sharpness", "light")
    head = "".join(f'<th class="n">{name}</th>' for name in names)
    rows = []
    for one in report.spots:
        figures = (
            f"{one.mm_per_px:.2f}",
            f"{one.card_px:.0f}",
            f"{one.index_px:.0f}",
            "" if one.edge_px is None else f"{one.edge_px:.1f}",
            "" if one.blur_percent is None else f"{one.blur_percent:.1f}",
            f"{one.sharpness:.0f}",
            f"{one.light:.0f}",
        )
        cells = "".join(f'<td class="n">{figure}</td>' for figure in figures)
        picture = _image(shots.spots[one.spot], one.spot) if one.spot in shots.spots else ""
        rows.append(f"<tr><td>{picture}</td><td>{escape(one.spot)}</td>{cells}</tr>")
    return f"<h2>Each spot</h2><table><tr><th></th><th>spot</th>{head}</tr>{''.join(rows)}</table>"


def _reading(reading: Reading | None, shots: Shots) -> str:
    if reading is None:
        return "<h2>Reading</h2><p>No labelled pictures were given.</p>"
    words = (
        f"{reading.labelled} labelled spots in {reading.pictures} pictures: {reading.right} right, "
        f"{reading.wrong} wrong, {reading.unread} unread, {reading.missed} not found."
    )
    rows = "".join(
        f'<tr><td>{lies}</td><td>{said}</td><td class="n">{times}</td></tr>' for lies, said, times in reading.confusion
    )
    table = f'<table><tr><th>lay there</th><th>said</th><th class="n">times</th></tr>{rows}</table>' if rows else ""
    cells = "".join(
        _figure(picture, f"{one.picture} {one.spot}: {one.lies}, said {one.said}")
        for one, picture in shots.missed[:MOST]
    )
    return f'<h2>Reading</h2><p>{words}</p>{table}<div class="cells">{cells}</div>'


def _figure(picture: Picture, words: str) -> str:
    return f"<figure>{_image(picture, words)}<figcaption>{escape(words)}</figcaption></figure>"


def _image(picture: Picture, words: str) -> str:
    if picture.size == 0:
        return ""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    assert done
    code = base64.b64encode(data.tobytes()).decode()
    return f'<img alt="{escape(words)}" src="data:image/jpeg;base64,{code}">'


def light_map(profile: Profile, picture: Picture) -> Picture:
    """The light over a picture of the layout: smooth, in colours from dark to light, a number at each spot."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.medianBlur(cv2.resize(grey, (240, 240), interpolation=cv2.INTER_AREA), 21)  # the print is no light
    smooth = cv2.resize(cv2.GaussianBlur(small, (0, 0), 5), picture.shape[1::-1]).astype(np.float32)
    part = smooth / max(1.0, float(smooth.max()))
    shown = np.asarray(cv2.applyColorMap((part * 255).astype(np.uint8), cv2.COLORMAP_VIRIDIS), np.uint8)
    matrix = np.array(profile.homography, np.float64)
    for area in profile.spots:
        at = to_picture(matrix, area.polygon, profile.optics)
        cv2.polylines(shown, [np.rint(at).astype(np.int32)], isClosed=True, color=(255, 255, 255), thickness=1)
        x, y = at.mean(axis=0)
        row, column = min(max(int(y), 0), part.shape[0] - 1), min(max(int(x), 0), part.shape[1] - 1)
        words = f"{part[row, column] * 100:.0f}"
        cv2.putText(
            shown, words, (int(x) - 14, int(y) + 6), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 255, 255), 2, cv2.LINE_AA
        )
    return shown
