"""Runs a user's function in a process of its own: one JSON line in, one JSON line out.

Started as a script with `-P` in the user's folder, and imports nothing of Assay: modules named `core` or `release`
may be theirs.
"""

import importlib
import json
import os
import sys
import traceback
from typing import Any, TextIO


def main() -> None:
    """Serve until the input ends."""
    module_name, function_name = sys.argv[1], sys.argv[2]
    # What the user's code prints must not mix with the replies.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.path.insert(0, os.getcwd())
    try:
        function = getattr(importlib.import_module(module_name), function_name)
        if not callable(function):
            raise TypeError(f"{function_name} is {type(function).__name__}, not a function")
        say(replies, {"ready": True})
    except Exception as error:
        say(replies, {"error": f"{type(error).__name__}: {error}"})
        return
    for line in sys.stdin.buffer:
        try:
            request = json.loads(line)
            say(replies, {"value": call(function, request)})
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            say(
                replies,
                {"error": f"{type(error).__name__}: {error} ({os.path.basename(last.filename)} line {last.lineno})"},
            )


def call(function: Any, request: dict[str, Any]) -> Any:
    """The function with as much as it takes: the question, and by name item_id, context and history."""
    import inspect

    names = inspect.signature(function).parameters
    extra = {
        name: request[name]
        for name in ("item_id", "context", "history")
        if name in names and request.get(name) is not None
    }
    return function(request["question"], **extra)


def say(replies: TextIO, value: dict[str, Any]) -> None:
    """One line; values that JSON does not know become text."""
    replies.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")
    replies.flush()


if __name__ == "__main__":
    main()
