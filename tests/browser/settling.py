"""When a page has settled: its last run, begun after the last thing it sent to the server, is drawn.

What a page shows ("not running") is true before a click has reached the server too, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

_LOGS: dict[Any, list[str]] = {}
_STILL = (
    "() => document.querySelector('[data-test-script-state=notRunning]') !== null"
    " && !(window.assayReview && window.assayReview.queue.length)"
)
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# A rerun that the server has folded into one before it, or left out, is answered by nothing.
_UNANSWERED_MS = 4000
_STEP_MS = 20


def watch(page: Any) -> Any:
    """Follow what a page and its server tell each other; to be called before the page is opened."""
    log = _LOGS.setdefault(page, [])

    def follow(socket: Any) -> None:
        log.clear()
        socket.on("framesent", lambda frame: log.extend(_asked(frame)))
        socket.on("framereceived", lambda frame: log.extend(_told(frame)))

    def leave(request: Any) -> None:
        if request.is_navigation_request() and request.frame == page.main_frame:
            log.clear()

    page.on("websocket", follow)
    page.on("request", leave)
    page.on("close", lambda closed: _LOGS.pop(closed, None))
    return page


def at_rest(page: Any, timeout: float = 60_000) -> None:
    """Wait until the server has every press, the run it led to is over, and the browser has painted what it gave."""
    log = _LOGS.get(page, [])
    page.evaluate(_TWO_FRAMES)
    quiet, seen = 0, len(log)
    for _ in range(round(timeout / _STEP_MS)):
        quiet = quiet + _STEP_MS if len(log) == seen else 0
        seen = len(log)
        if (_is_answered(log) or quiet >= _UNANSWERED_MS) and page.evaluate(_STILL):
            page.evaluate(_TWO_FRAMES)
            if len(log) == seen:
                return
        page.wait_for_timeout(_STEP_MS)
    raise AssertionError(f"The page did not come to rest; last of what was said: {log[-6:]}")


def _is_answered(log: list[str]) -> bool:
    """Whether a whole run follows the last request, and no other has begun since."""
    last = max((n for n, said in enumerate(log) if said == "asked"), default=-1)
    answer = log[last + 1 :]
    return answer[-1:] == ["over"] and "begun" in answer


def _asked(frame: bytes | str) -> Iterator[str]:
    if isinstance(frame, bytes) and BackMsg.FromString(frame).HasField("rerun_script"):
        yield "asked"


def _told(frame: bytes | str) -> Iterator[str]:
    if not isinstance(frame, bytes):
        return
    message = ForwardMsg.FromString(frame)
    if message.HasField("new_session"):
        yield "begun"
    elif message.HasField("script_finished"):
        yield "early" if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN else "over"
