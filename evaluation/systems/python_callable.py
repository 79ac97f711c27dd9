"""A Python function as the system under test, run in a child process in the user's own folder."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.records import Answer, Item
from evaluation.systems.rows import answer_from_row

_CHILD = Path(__file__).with_name("child.py")
_START_SECONDS = 120.0


class PythonSystem:
    """Calls `module.function(question)`, which gives a text or {"text": …, "retrieved": […], "context": […]}."""

    top_k: int | None = None
    concurrency = 1

    def __init__(self, module: str, function: str, folder: Path, timeout: float = 120.0, python: str = "") -> None:
        self.name = f"python:{module}:{function}"
        self._command = [python or sys.executable, "-P", str(_CHILD), module, function]
        self._folder, self._timeout = folder, timeout
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._start()

    def answer(self, item: Item) -> Answer:
        """The function's reply to the item's question."""
        return self.answer_from(item, None)

    def answer_from(self, item: Item, context: Sequence[str] | None) -> Answer:
        """The same, with the context handed to functions that take one."""
        history = [{"role": turn.role, "content": turn.text} for turn in item.history]
        request = {"question": item.question, "item_id": item.id, "context": context, "history": history}
        with self._lock:
            started = time.monotonic()
            reply, error = self._ask(request)
            seconds = time.monotonic() - started
        if error:
            return Answer(item_id=item.id, error=error)
        row = reply if isinstance(reply, Mapping) else {"text": reply}
        try:
            answer = answer_from_row(row, item.id)
        except ValueError as problem:
            return Answer(item_id=item.id, error=f"{self.name} gave a value that cannot be used: {problem}")
        return answer if answer.latency is not None else answer.model_copy(update={"latency": round(seconds, 4)})

    def close(self) -> None:
        """End the child process."""
        process, self._process = self._process, None
        if process is None:
            return
        # Killed first: closing a stream that a thread still reads would wait for a function that hangs.
        process.kill()
        process.wait(timeout=10)
        for stream in (process.stdin, process.stdout):
            if stream:
                stream.close()

    def _start(self) -> None:
        self._lines = queue.Queue()
        process = subprocess.Popen(self._command, cwd=self._folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._process = process
        threading.Thread(target=_pump, args=(process, self._lines), daemon=True).start()
        value, error = self._next(_START_SECONDS)
        if error or "error" in value:
            self.close()
            raise BadInput(
                f"{self.name} cannot be loaded: {error or value['error']}; the module is looked for in {self._folder}."
            )

    def _ask(self, request: Mapping[str, Any]) -> tuple[Any, str]:
        if self._process is None:
            try:
                self._start()
            except BadInput as error:
                return None, str(error)
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            self.close()
            return None, f"the process of {self.name} ended unexpectedly"
        value, error = self._next(self._timeout)
        if error:
            # A hung function is given up; the next item gets a fresh process.
            self.close()
            return None, error
        return value.get("value"), f"{self.name} failed: {value['error']}" if "error" in value else ""

    def _next(self, seconds: float) -> tuple[dict[str, Any], str]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return {}, f"{self.name} did not answer within {seconds:g} seconds"
        if not line:
            return {}, f"the process of {self.name} ended unexpectedly"
        return dict(json.loads(line)), ""


def _pump(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.put(line)
    except ValueError:
        pass  # closed while reading
    lines.put(b"")
