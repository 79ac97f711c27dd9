"""A real OpenAI-compatible HTTP server on 127.0.0.1 that replies as scripted: well, slowly, brokenly or not at all."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Scripted:
    """One reply: `text` becomes a chat completion unless `body` says what to send instead."""

    text: str = ""
    status: int = 200
    body: str | None = None
    content_type: str = "application/json"
    headers: dict = field(default_factory=dict)
    delay: float = 0.0
    disconnect: bool = False


def good(text):
    return Scripted(text=text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))


def slow(seconds, text="late"):
    return Scripted(text=text, delay=seconds)


def html(status=200):
    return Scripted(
        status=status, body="<!doctype html><html><body>Sign in</body></html>", content_type="text/html; charset=utf-8"
    )


def broken_body():
    return Scripted(body='{"choices": [')


def failing(status, message="it broke", retry_after=None):
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Scripted(status=status, body=json.dumps({"error": {"message": message}}), headers=headers)


def rate_limited(retry_after=None):
    return failing(429, "slow down", retry_after)


def disconnect():
    return Scripted(disconnect=True)


class Loopback:
    """The server; use as a context manager. `script` is used up in order, then `default` answers."""

    def __init__(
        self, *script: Scripted, default: Callable[[dict], Scripted] | Scripted | None = None, models=("test-model",)
    ):
        self.script = list(script)
        self.default = default if default is not None else good("ok")
        self.models = models
        self.requests: list[dict] = []
        self.headers: list[dict] = []
        self.in_flight = self.most_in_flight = 0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Loopback:
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def next_reply(self, body: dict, headers: dict) -> Scripted:
        with self._lock:
            self.requests.append(body)
            self.headers.append(headers)
            scripted = self.script.pop(0) if self.script else self.default
        return scripted(body) if callable(scripted) else scripted

    def _count(self, change: int) -> None:
        with self._lock:
            self.in_flight += change
            self.most_in_flight = max(self.most_in_flight, self.in_flight)

    def _handler(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                rows = [{"id": name, "object": "model"} for name in server.models]
                self.send(Scripted(body=json.dumps({"object": "list", "data": rows})))

            def do_POST(self):
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server._count(1)
                try:
                    body = json.loads(raw or b"{}")
                    scripted = server.next_reply(body, dict(self.headers))
                    if scripted.delay:
                        time.sleep(scripted.delay)
                    self.send(scripted)
                except (BrokenPipeError, ConnectionResetError):
                    pass
                finally:
                    server._count(-1)

            def send(self, scripted):
                if scripted.disconnect:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                payload = (scripted.body if scripted.body is not None else completion(scripted.text)).encode()
                self.send_response(scripted.status)
                self.send_header("Content-Type", scripted.content_type)
                self.send_header("Content-Length", str(len(payload)))
                for name, value in scripted.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(payload)

            def log_message(self, *_):
                pass

        return Handler


def completion(text: str) -> str:
    """A chat completion as OpenAI writes it."""
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return json.dumps(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "test-model",
            "choices": [choice],
            "usage": usage,
        }
    )


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
