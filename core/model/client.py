"""The one way to a language model: cache, call budget, concurrency limit, back-off, bounded repair, and a record of cost."""

from __future__ import annotations

import json
import random
import re
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from core.clock import Clock, utc_now
from core.errors import ModelError
from core.model.budget import Budget, shared_budget
from core.model.call import MAX_TOKENS, BudgetSpent, Call, Reply, UnusableReply, checked
from core.model.faults import LONGEST_WAIT, Endpoint, Fault, explain
from core.model.flights import Flights
from core.model.llm import RawReply, ask, key_of, make_llm, public_url
from core.model.parse import Unusable
from core.model.prompts import load_prompt
from core.model.slots import Slots
from core.records import text_hash
from core.settings import Settings
from core.store import Store, calls

# What some OpenAI-compatible servers refuse; the call is then made again without it.
_NEGOTIABLE = ("response_format", "max_tokens", "temperature")
# How often a call is tried again while nothing gets through, by kind of fault: waiting as long for every call of a run
# as for the first one would keep a person waiting for hours.
_TRIES_IN_TROUBLE = {"down": 0, "slow": 0, "server": 1, "disconnect": 1}
_REFUSING = re.compile(
    r"unsupported|support|unrecognized|unknown|unexpected|invalid|extra|not permitted|use 'max_comp", re.IGNORECASE
)


class ModelClient:
    """A client for one model; safe to share between threads. Without a store replies are kept in memory only."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        clock: Clock = utc_now,
        sleep: Callable[[float], None] = time.sleep,
        rng: random.Random | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.settings = settings
        self.provider = settings.llm_path or public_url(settings.base_url)
        self.model = settings.model or settings.llm_path.rpartition(":")[2]
        self._store, self._clock, self._sleep = store, clock, sleep
        # Jitter only spreads retries in time; it never reaches a result, so its seed is of no account.
        self._rng = rng or random.Random(0)
        self._memory: dict[str, dict[str, Any]] = {}
        self._flights = Flights()
        self._slots = Slots(settings.concurrency)
        self.budget = budget or shared_budget() or Budget(settings.max_calls)
        self._lock = threading.Lock()
        self._llm: Any = None
        self._dropped: set[str] = set()
        self._in_trouble = False
        self._quiet_until = 0.0
        self.calls_made = 0

    @property
    def name(self) -> str:
        """What screens and reports show: model and where it runs."""
        return f"{self.model} ({self.provider})"

    @property
    def calls_left(self) -> int:
        """What is left of the call budget."""
        return self.budget.left

    def complete(
        self,
        prompt: str,
        *,
        system: str = "",
        schema: type[BaseModel] | None = None,
        check: Callable[[Any], str] | None = None,
        repeat: int = 0,
        purpose: str = "",
        max_tokens: int = MAX_TOKENS,
        rank: int = 0,
    ) -> Reply:
        """One reply, from the cache when the same was asked before; ModelError in one sentence otherwise."""
        return self.run(Call(prompt, system, schema, check, repeat, purpose, max_tokens, rank))

    def complete_many(self, todo: Sequence[Call]) -> list[Reply | ModelError]:
        """All replies in the order asked; a failed call gives its error in its place, and the others go on."""
        if not todo:
            return []
        with ThreadPoolExecutor(max_workers=min(len(todo), self.settings.concurrency)) as pool:
            return list(pool.map(self._run_or_error, todo))

    def _run_or_error(self, call: Call) -> Reply | ModelError:
        try:
            return self.run(call)
        except ModelError as error:
            return error

    def run(self, call: Call) -> Reply:
        """`complete` for a `Call`."""
        key = self._key(call)
        # Two threads that ask the same wait for one answer instead of paying twice.
        with self._flights.only_one(key):
            found = self._cached(key, call)
            if found is not None:
                return found
            reply = self._fresh(call)
            self._keep(key, call, reply)
            return reply

    # -- cache

    def _key(self, call: Call) -> str:
        parts = [
            self.provider, self.model, "", self.settings.temperature, call.max_tokens,
            call.schema is not None, text_hash(call.system), text_hash(call.prompt), call.repeat,
        ]  # fmt: skip
        return text_hash(json.dumps(parts))

    def _cached(self, key: str, call: Call) -> Reply | None:
        payload = calls.get(self._store, key) if self._store else self._memory.get(key)
        if payload is None:
            return None
        reply = Reply(
            text=payload["text"], tokens_in=payload["tokens_in"], tokens_out=payload["tokens_out"],
            seconds=payload["seconds"], cost=payload["cost"], cached=True,
        )  # fmt: skip
        try:
            return checked(reply, call)
        except Unusable:
            return None  # stored under an older schema

    def _keep(self, key: str, call: Call, reply: Reply) -> None:
        payload = {
            "text": reply.text, "tokens_in": reply.tokens_in, "tokens_out": reply.tokens_out,
            "seconds": reply.seconds, "cost": reply.cost, "model": self.model, "provider": self.provider,
        }  # fmt: skip
        if self._store:
            calls.put(self._store, key, payload, purpose=call.purpose, clock=self._clock)
        else:
            self._memory[key] = payload

    # -- asking

    def _fresh(self, call: Call) -> Reply:
        """Ask; when the reply is not what was asked for, show the model what was wrong and ask once more."""
        first = self._ask(call)
        try:
            return checked(first, call)
        except Unusable as problem:
            reason = str(problem)
        prompt = load_prompt("repair", "en").fill(prompt=call.prompt, reply=first.text[:4000], problem=reason)
        second = self._ask(replace(call, prompt=prompt))
        both = replace(
            second,
            tokens_in=first.tokens_in + second.tokens_in,
            tokens_out=first.tokens_out + second.tokens_out,
            seconds=first.seconds + second.seconds,
            cost=None if first.cost is None or second.cost is None else first.cost + second.cost,
        )
        try:
            return checked(both, call)
        except Unusable as problem:
            raise UnusableReply(
                f"{self.model} gave no usable reply for {call.purpose or 'this call'}, also when asked again: {problem}. "
                "A larger model follows the format better."
            ) from None

    def _ask(self, call: Call) -> Reply:
        attempt = 0
        while True:
            fault = self._attempt(call)
            if isinstance(fault, Reply):
                return fault
            if fault.kind == "renegotiated":
                continue
            attempt += 1
            tries = _TRIES_IN_TROUBLE.get(fault.kind, fault.tries) if self._in_trouble else fault.tries
            if attempt > tries:
                self._in_trouble = self._in_trouble or fault.kind in _TRIES_IN_TROUBLE
                raise ModelError(fault.sentence)
            self._back_off(fault, attempt)

    def _attempt(self, call: Call) -> Reply | Fault:
        model = self._model()
        with self._slots.taken(call.rank):
            self._wait_while_quiet()
            self._spend()
            started = time.monotonic()
            try:
                raw = ask(model, call.prompt, call.system, self._options(call))
            except Exception as error:
                return self._fault(error, call)
        self._in_trouble = False
        return self._reply(raw, time.monotonic() - started)

    def _fault(self, error: Exception, call: Call) -> Fault:
        fault = explain(error, self._endpoint())
        if fault.kind == "call" and not self.settings.llm_path and _REFUSING.search(str(error)):
            refused = {name for name in _NEGOTIABLE if name in str(error)} - self._dropped
            if refused:
                self._dropped |= refused
                return replace(fault, kind="renegotiated")
        key = key_of(self.settings)
        return replace(fault, sentence=fault.sentence.replace(key, "…")) if len(key) > 5 else fault

    def _options(self, call: Call) -> dict[str, Any]:
        if self.settings.llm_path:
            return {}
        dropped = self._dropped
        limit = "max_completion_tokens" if "max_tokens" in dropped else "max_tokens"
        wanted: dict[str, Any] = {limit: call.max_tokens}
        if call.schema is not None and "response_format" not in dropped:
            wanted["response_format"] = {"type": "json_object"}
        if "temperature" in dropped:
            wanted["temperature"] = 1.0  # the only value such models take
        return wanted

    def _model(self) -> Any:
        with self._lock:
            if self._llm is None:
                self._llm = make_llm(self.settings)
            return self._llm

    def _spend(self) -> None:
        if not self.budget.spend():
            raise BudgetSpent(
                f"The budget of {self.budget.limit} calls to {self.model} is used up; everything so far is kept. "
                "Raise max_calls in Settings and start the same step again."
            )
        with self._lock:
            self.calls_made += 1

    def _wait_while_quiet(self) -> None:
        """One thread's rate limit is everybody's."""
        left = self._quiet_until - time.monotonic()
        if left > 0:
            self._sleep(left)

    def _back_off(self, fault: Fault, attempt: int) -> None:
        ceiling = min(LONGEST_WAIT, 2.0 ** (attempt - 1))
        with self._lock:
            jitter = self._rng.uniform(0.5, 1.0)
        wait = ceiling * jitter if fault.wait is None else fault.wait + 0.1 * jitter
        if fault.kind == "rate":
            self._quiet_until = max(self._quiet_until, time.monotonic() + wait)
        self._sleep(wait)

    def _reply(self, raw: RawReply, seconds: float) -> Reply:
        prices = self.settings.price_in, self.settings.price_out
        # Prices are per million tokens, as providers quote them.
        cost = (raw.tokens_in * prices[0] + raw.tokens_out * prices[1]) / 1e6 if any(prices) else None
        return Reply(raw.text, None, raw.tokens_in, raw.tokens_out, seconds, False, cost)

    def _endpoint(self) -> Endpoint:
        return Endpoint(
            self.provider, self.model, self.settings.key_variable, bool(key_of(self.settings)), self.settings.timeout
        )
