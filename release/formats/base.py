"""What every exchange format shares: its declaration, and how what it cannot carry travels in its metadata."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.files import read_input
from core.records import Evidence, Item, Release, text_hash

Row = dict[str, Any]
KEY = "assay"
FIELDS: tuple[str, ...] = tuple(Item.model_fields)


@dataclass(frozen=True)
class Losses:
    """Item fields a format carries in its own columns, those that travel in its metadata, and what to know."""

    kept: tuple[str, ...]
    to_metadata: tuple[str, ...]
    lost: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Format:
    """One exchange format. `suffix` is empty when it is a folder; `rest` names the place of the metadata."""

    id: str
    name: str
    suffix: str
    native: tuple[str, ...]
    rest: str
    writer: Callable[[Release, Path], None]
    reader: Callable[[Path], list[Row]]
    library: str = ""
    notes: tuple[str, ...] = ()

    @property
    def losses(self) -> Losses:
        """What becomes of each field of an item, to be shown before the download."""
        return Losses(self.native, tuple(name for name in FIELDS if name not in self.native), (), self.notes)

    def read(self, path: Path) -> list[Row]:
        """The rows of a file or folder; BadInput where it is not in this format."""
        try:
            return self.reader(path)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
            # Files of other tools may have any shape; whatever a reader stumbles over is the file's fault.
            raise BadInput(
                f"{path} is not in the format {self.id} ({type(error).__name__}: {error}): check it, or name another format."
            ) from error

    def write(self, release: Release, target: Path | str) -> Losses:
        """Write the release to a file, or into a folder for formats of several files."""
        target = Path(target)
        (target.parent if self.suffix else target).mkdir(parents=True, exist_ok=True)
        self.writer(release, target)
        return self.losses


def rest_of(item: Item, native: Sequence[str], release: Release) -> dict[str, Any]:
    """Everything of an item a format has no column for, with the release it came from."""
    rest = item.model_dump(mode="json", exclude=set(native))
    return {"release": f"{release.name}@{release.version}", "item": rest}


def rest_text(item: Item, native: Sequence[str], release: Release) -> str:
    """As `rest_of`, for formats whose metadata are texts."""
    return json.dumps(rest_of(item, native, release), ensure_ascii=False)


def merged(native: Mapping[str, Any], rest: Any, contexts: Sequence[str] | None = None) -> Row:
    """The item of one row: its own columns win over the metadata, since those are what people edit elsewhere.

    `contexts` are the texts of the evidence where a format carries only those.
    """
    if isinstance(rest, str):
        rest = json.loads(rest) if rest else {}
    row: Row = dict((rest or {}).get("item", {}))
    row.update({name: value for name, value in native.items() if value is not None})
    if contexts is not None:
        row["evidence"] = evidence_from(contexts, row.get("evidence") or [])
    return row


def evidence_from(texts: Sequence[str], known: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Evidence for texts: the recorded span where the text is unchanged, else the bare quote without a place."""
    spare = list(known)
    found = []
    for text in texts:
        match = next((e for e in spare if e["quote"] == text), None)
        if match is not None:
            spare.remove(match)
            found.append(dict(match))
        else:
            found.append(unplaced(text))
    return found


def unplaced(quote: str, source: str = "", group: int = 0) -> dict[str, Any]:
    """Evidence that is only known as text; it is located when a knowledge base is at hand."""
    return Evidence(document_id="", source=source, start=0, end=len(quote), quote=quote, group=group).model_dump(
        mode="json"
    )


def quotes(item: Item) -> list[str]:
    """The texts of an item's evidence."""
    return [e.quote for e in item.evidence]


def passage_ids(item: Item) -> list[str]:
    """Ids of an item's evidence as passages of an exported corpus."""
    return [evidence_id(e) for e in item.evidence]


def evidence_id(evidence: Evidence) -> str:
    """Free of white space and the same wherever the same span is cited."""
    return text_hash(f"{evidence.document_id}:{evidence.start}:{evidence.end}:{evidence.quote}")[:12]


def corpus_of(release: Release) -> dict[str, dict[str, str]]:
    """By passage id: title and text of everything cited, plus the passages around it when the release has files."""
    from release.read import load_passages

    corpus = {evidence_id(e): {"title": e.source, "text": e.quote} for item in release.items for e in item.evidence}
    known = {entry["text"] for entry in corpus.values()}
    for passage in load_passages(release) if release.path else []:
        if passage["text"] not in known:
            corpus[passage["id"]] = {"title": passage["title"], "text": passage["text"]}
    return corpus


def write_json(path: Path, value: Any, *, ascii_only: bool = False) -> None:
    """Readable JSON, UTF-8."""
    path.write_text(json.dumps(value, ensure_ascii=ascii_only, indent=2) + "\n", encoding="utf-8")


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """JSON lines, UTF-8, one row at a time."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def read_json(path: Path) -> Any:
    """A JSON file, or one sentence about what is wrong with it."""
    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise BadInput(f"{path} is not JSON ({error}): check that it is whole and in the format named.") from error


def read_lines(path: Path) -> list[dict[str, Any]]:
    """JSON lines; every line that is not a JSON object is named."""
    rows, problems = [], []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError("expected a JSON object")
            rows.append(row)
        except ValueError as error:
            problems.append(f"line {number}: {error}")
    if problems:
        raise BadInput(f"{path} has {len(problems)} bad lines; expected one JSON object a line:", problems)
    return rows


def read_text(path: Path) -> str:
    """UTF-8 with or without BOM; GB18030 for files other tools wrote in their platform's encoding."""
    raw = read_input(path)
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{path} is neither UTF-8 nor GB18030: save it as UTF-8 and try again.")


def need_list(value: Any, path: Path, where: str) -> list[dict[str, Any]]:
    """The list a format is made of; BadInput when the file holds something else."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise BadInput(f"{path} is not in this format: expected {where} to be a list of objects.")
    return value
