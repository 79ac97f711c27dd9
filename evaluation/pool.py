"""Work on items in a few threads, one at a time when there is one worker, stopping between items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from core.records import Item


def each_done(
    do: Callable[[Item], None], todo: Iterable[Item], workers: int, check_stop: Callable[[], None] | None
) -> Iterator[Item]:
    """Items as they are finished. A stop lets those in flight end, and starts no more."""
    if workers <= 1:
        for item in todo:
            if check_stop:
                check_stop()
            do(item)
            yield item
        return
    waiting = iter(todo)
    flying: dict[Future[None], Item] = {}
    with ThreadPoolExecutor(max_workers=workers) as pool:
        while True:
            while len(flying) < workers and (fresh := next(waiting, None)) is not None:
                if check_stop:
                    check_stop()
                flying[pool.submit(do, fresh)] = fresh
            if not flying:
                return
            ended, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in ended:
                item = flying.pop(future)
                future.result()
                yield item
