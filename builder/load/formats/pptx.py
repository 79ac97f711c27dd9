"""PPTX: each slide a part; title, text, tables and speaker notes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from builder.load.containers import open_zip
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.tables import markdown_table, trim
from core.errors import Refused

EXTRACTOR = "pptx-2"


def read(raw: RawFile) -> Extracted:
    """All slides in order, labelled "slide N"."""
    import pptx

    open_zip(raw.data, raw.source).close()
    try:
        slides = list(pptx.Presentation(io.BytesIO(raw.data)).slides)
    except Exception as error:  # python-pptx raises KeyError, ValueError and its own, by what is missing
        raise Refused(
            f"{raw.source} cannot be read as PPTX ({error}); open it in a presentation program and save it again."
        ) from error
    parts: list[Part] = []
    notes: list[str] = []
    for n, slide in enumerate(slides, 1):
        blocks: list[str] = []
        title = _title(slide)
        if title is not None and title.text_frame.text.strip():
            blocks.append("# " + " ".join(title.text_frame.text.split()))
        for shape in _shapes(slide.shapes):
            try:
                blocks.extend(_blocks(shape, title))
            except Exception as error:  # one malformed shape must not cost the slide
                notes.append(f"slide {n}: a shape cannot be read ({type(error).__name__}) and was left out")
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            spoken = slide.notes_slide.notes_text_frame.text.strip()
            blocks.extend([f"Notes: {spoken}"] if spoken else [])
        parts.append(Part("\n\n".join(blocks), f"slide {n}"))
    return Extracted(parts, EXTRACTOR, warnings=tuple(notes))


def _title(slide: Any) -> Any:
    try:
        return slide.shapes.title
    except Exception:  # a malformed placeholder
        return None


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _blocks(shape: Any, title: Any) -> Iterator[str]:
    if title is not None and shape.shape_id == title.shape_id:
        return
    if getattr(shape, "has_table", False):
        rows = trim([[cell.text for cell in row.cells] for row in shape.table.rows])
        first = [run for cell in shape.table.rows[0].cells for p in cell.text_frame.paragraphs for run in p.runs]
        yield markdown_table(rows, shape.table.first_row or all(run.font.bold for run in first))
    elif getattr(shape, "has_text_frame", False):
        lines = [paragraph.text.replace("\x0b", "\n").strip() for paragraph in shape.text_frame.paragraphs]
        text = "\n".join(line for line in lines if line)
        if text:
            yield text
