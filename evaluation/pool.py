"""Work on items in a few threads, one at a time when there is one worker, stopping between items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from core.records import Item


def each_done(
    do: Callable[[Item], None], todo: Iterable[Item], workers: int, check_stop: Callable[[], None] | None
) -> Iterator[Item]:
    """Items as they are finished. A stop lets those in flight end, and starts no more.

    One more item than each worker holds is kept waiting, so that no worker stands idle while a finished item is
    reported.
    """
    if workers <= 1:
        for item in todo:
            if check_stop:
                check_stop()
            do(item)
            yield item
        return
    waiting = iter(todo)
    flying: dict[Future[None], Item] = {}
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        while True:
            if check_stop:
                check_stop()
            for fresh in islice(waiting, 2 * workers - len(flying)):
                flying[pool.submit(do, fresh)] = fresh
            if not flying:
                return
            ended, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in ended:
                item = flying.pop(future)
                future.result()
                yield item
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
