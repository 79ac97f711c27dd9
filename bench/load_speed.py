"""How fast loading and chunking are beside LlamaIndex's SentenceSplitter, and whether memory grows with the corpus.

    python -m bench.load_speed [--megabytes 10 100] [--sample 4]

Each size runs in a process of its own, so that its peak memory is its own. The peer only splits strings in memory: the
fair rows are `chunk` and `peer`; `load` and `store` are what a knowledge base costs besides.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_EN = (
    "Full-time staff may claim up to {n} dollars for each night of travel.",
    "The device restarts after {n} minutes without input.",
    "Section {n} applies to contractors as well as employees.",
)
_ZH = ("员工每晚住宿费用上限为{n}元。", "设备在{n}分钟无操作后自动重启。", "第{n}条同样适用于外包人员。")
_DOCUMENT = 100_000


def synthetic(megabytes: float, seed: int) -> list[str]:
    """Documents of about 100 kB in both languages, with headings, paragraphs and a table each."""
    rng = random.Random(seed)
    made: list[str] = []
    held = 0
    while held < megabytes * 1e6:
        lines = _EN if len(made) % 2 else _ZH
        parts, size = [f"# Document {len(made)}"], 0
        while size < _DOCUMENT:
            part = f"## Rule {rng.randint(1, 999)}\n\n" + " ".join(
                rng.choice(lines).format(n=rng.randint(1, 999)) for _ in range(12)
            )
            parts.append(part)
            size += len(part.encode())
        parts.append("| Grade | Days |\n| --- | --- |\n" + "\n".join(f"| G{n} | {n} |" for n in range(20)))
        made.append("\n\n".join(parts))
        held += len(made[-1].encode())
    return made


def corpus(megabytes: float) -> dict[str, float]:
    """Load and chunk a folder of that size; seconds, megabytes a second and peak memory."""
    from builder.chunk import chunk_documents
    from builder.load import load_folder
    from core.clock import utc_now
    from core.store import Store, knowledge_bases

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "docs")
        folder.mkdir()
        size = 0
        step = 5.0
        for block in range(max(1, round(megabytes / step))):
            for n, text in enumerate(synthetic(min(step, megabytes), block)):
                size += len(text.encode())
                Path(folder, f"{block:03}-{n:03}.md").write_text(text, encoding="utf-8")
        store = Store(Path(place, "workspace"))
        kb = knowledge_bases.create(store, "bench", utc_now)
        seconds = [time.perf_counter()]
        loaded = sum(report.status == "loaded" for report in load_folder(store, kb, folder, utc_now))
        seconds.append(time.perf_counter())
        chunks = chunk_documents(store, kb.id).chunks
        seconds.append(time.perf_counter())
        unchanged = sum(report.reason == "unchanged" for report in load_folder(store, kb, folder, utc_now))
        seconds.append(time.perf_counter())
    if unchanged != loaded:
        raise SystemExit(f"expected {loaded} unchanged files, found {unchanged}")
    return {
        "megabytes": round(size / 1e6, 1),
        "documents": loaded,
        "chunks": chunks,
        "load_s": round(seconds[1] - seconds[0], 2),
        "chunk_s": round(seconds[2] - seconds[1], 2),
        "reload_s": round(seconds[3] - seconds[2], 2),
        "load_and_chunk_mb_s": round(size / 1e6 / (seconds[2] - seconds[0]), 2),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def small_files(count: int) -> dict[str, float]:
    """Documents a second where each is a page: what 100,000 documents cost."""
    from builder.chunk import chunk_documents
    from builder.load import load_folder
    from core.clock import utc_now
    from core.store import Store, knowledge_bases

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "docs")
        folder.mkdir()
        for n in range(count):
            lines = " ".join((_EN if n % 2 else _ZH)[i % 3].format(n=n) for i in range(40))
            Path(folder, f"{n:06}.md").write_text(f"# Page {n}\n\n{lines}", encoding="utf-8")
        store = Store(Path(place, "workspace"))
        kb = knowledge_bases.create(store, "bench", utc_now)
        start = time.perf_counter()
        for _report in load_folder(store, kb, folder, utc_now):
            pass
        middle = time.perf_counter()
        chunk_documents(store, kb.id)
        end = time.perf_counter()
    rate = count / (end - start)
    return {
        "files": count,
        "load_per_s": round(count / (middle - start)),
        "chunk_per_s": round(count / (end - middle)),
        "minutes_for_100000": round(100_000 / rate / 60, 1),
    }


def beside_peer(megabytes: float, rounds: int = 3) -> dict[str, float]:
    """Splitting the same strings in one process, in turns: seconds of the best round of each, and their ratio."""
    from llama_index.core.node_parser import SentenceSplitter

    from builder.chunk import chunk_text
    from builder.load.read import known, read_known

    texts = synthetic(megabytes, 1)
    documents = [read_known(known(text.encode(), f"{n}.md"), "bench") for n, text in enumerate(texts)]
    peer = SentenceSplitter(chunk_size=256, chunk_overlap=32)
    best = {"markdown:256:32": 1e9, "sentence:256:32": 1e9, "peer": 1e9}
    made = dict.fromkeys(best, 0)
    for _ in range(rounds):
        for name in best:
            start = time.perf_counter()
            if name == "peer":
                made[name] = sum(len(peer.split_text(text)) for text in texts)
            else:
                made[name] = sum(len(chunk_text(document, name)) for document in documents)
            best[name] = min(best[name], time.perf_counter() - start)
    size = sum(len(text.encode()) for text in texts) / 1e6
    shown: dict[str, float] = {"megabytes": round(size, 1)}
    for name, seconds in best.items():
        shown[f"{name} MB/s"] = round(size / seconds, 2)
        shown[f"{name} chunks"] = made[name]
        shown[f"{name} times the peer's speed"] = round(best["peer"] / seconds, 2)
    return shown


def main() -> None:
    """Print one JSON line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, nargs="*", default=[10.0, 100.0])
    parser.add_argument("--sample", type=float, default=4.0, help="megabytes for the comparison with the peer")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--one", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(corpus(options.one)))
        return
    for size in options.megabytes:
        command = [sys.executable, "-m", "bench.load_speed", "--one", str(size)]
        subprocess.run(command, check=True, cwd=Path(__file__).resolve().parent.parent)
    print(json.dumps(small_files(options.files)))
    print(json.dumps(beside_peer(options.sample)))


if __name__ == "__main__":
    main()
