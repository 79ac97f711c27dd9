"""A loopback OpenAI-compatible server with a fixed latency and valid scripted replies, in a process of its own.

It answers the prompts of Assay, RAGAS 0.4 and RAGChecker 0.1.9, always with CLAIMS claims to a text, so that only the
number and the order of calls differ between them. `GET /count` gives calls and completions since the last `GET /reset`.

    python -m bench.scripted_model PORT LATENCY_SECONDS
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

CLAIMS = 4


class Server:
    """Counts what it is asked."""

    def __init__(self, latency: float) -> None:
        self.latency, self.calls, self.completions, self.in_flight, self.most = latency, 0, 0, 0, 0

    async def serve(self, port: int) -> None:
        """Serve until the process is ended."""
        server = await asyncio.start_server(self._connection, "127.0.0.1", port, backlog=512)
        async with server:
            await server.serve_forever()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
                body = await reader.readexactly(int(length[1])) if length else b""
                payload = json.dumps(await self._answer(head.split(b" ", 2)[1].decode(), body)).encode()
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(payload)
                )
                writer.write(payload)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(self, path: str, body: bytes) -> dict:
        if path.endswith("/count"):
            return {
                "calls": self.calls,
                "completions": self.completions,
                "most_in_flight": self.most,
                "in_flight": self.in_flight,
            }
        if path.endswith("/reset"):
            self.calls = self.completions = self.most = 0
            return {}
        if path.endswith("/models"):
            return {"object": "list", "data": [{"id": "scripted", "object": "model"}]}
        asked = json.loads(body)
        n = int(asked.get("n") or 1)
        self.calls, self.completions = self.calls + 1, self.completions + n
        self.in_flight += 1
        self.most = max(self.most, self.in_flight)
        await asyncio.sleep(self.latency)
        self.in_flight -= 1
        text = scripted("\n".join(str(message["content"]) for message in asked["messages"]))
        choices = [
            {"index": i, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"} for i in range(n)
        ]
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "scripted",
            "choices": choices,
            "usage": usage,
        }


def scripted(prompt: str) -> str:
    """A valid reply to a prompt of one of the three."""
    for marks, reply in _REPLIES:
        if all(mark in prompt for mark in marks):
            return reply(prompt)
    return '{"kind": "answer"}'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(prompt: str, word: str) -> int:
    return int(re.findall(word + r" \((\d+)\)", prompt)[-1])


def _statements(prompt: str) -> list[str]:
    """Statements of a RAGAS verdict prompt, as its last JSON input lists them."""
    return json.loads(re.findall(r'"statements": (\[.*?\])', prompt, re.DOTALL)[-1])


def _table(prompt: str) -> str:
    labels = ["E"] * _number(prompt, "Passages")
    rows = range(1, _number(prompt, "Statements") + 1)
    return _json({"statements": [{"number": n, "labels": labels, "quotes": {}} for n in rows]})


_TEXTS = [f"Statement {n} is made." for n in range(1, CLAIMS + 1)]
_REPLIES = (
    (('"texts": [[',), lambda p: _json({"texts": [[f"{i}: {t}" for t in _TEXTS] for i in range(_number(p, "Texts"))]})),
    (('"labels" holds exactly',), _table),
    (('"about": how much',), lambda p: _json({"passages": [{"about": 8, "answers": 8}] * _number(p, "Passages")})),
    (('{"questions": ["',), lambda p: _json({"questions": ["What is it?", "How is it?", "Which is it?"]})),
    (("triplet", "Entailment"), lambda p: "\n".join(["Entailment"] * 5)),
    (("triplet",), lambda p: "\n".join(f'("subject {n}", "is", "object {n}")' for n in range(CLAIMS))),
    (("attributed",), lambda p: _json({"classifications": [{"statement": t, "reason": "r", "attributed": 1} for t in _TEXTS]})),
    (("noncommittal",), lambda p: _json({"question": "What is it?", "noncommittal": 0})),
    (("verdict", '"statements"'), lambda p: _json({"statements": [{"statement": t, "reason": "r", "verdict": 1} for t in _statements(p)]})),
    (("verdict",), lambda p: _json({"reason": "r", "verdict": 1})),
    (("statements",), lambda p: _json({"statements": _TEXTS})),
)  # fmt: skip


@contextmanager
def scripted_model(latency: float, port: int = 0) -> Iterator[str]:
    """The server in a process of its own; its base URL."""
    port = port or _free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.scripted_model", str(port), str(latency)])
    url = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(200):
            try:
                ask(url, "count")
                break
            except OSError:
                time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait()


def ask(url: str, what: str) -> dict:
    """`count` or `reset`."""
    with urllib.request.urlopen(f"{url}/{what}", timeout=5) as reply:
        return json.load(reply)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    asyncio.run(Server(float(sys.argv[2])).serve(int(sys.argv[1])))
