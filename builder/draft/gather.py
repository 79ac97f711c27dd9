"""Candidates for a sample of chunks: facts, what can be made of two of them, and what the base does not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from builder.draft.blocks import outline
from builder.draft.candidates import Candidate
from builder.draft.chinese.script import in_traditional, is_traditional, own_pairs
from builder.draft.comparisons import compare_documents, compare_rows
from builder.draft.contrasts import contrasts
from builder.draft.multi_hop import define_and_use, pairs_of
from builder.draft.other_replies.conflicts import contradictions
from builder.draft.other_replies.premises import false_premises
from builder.draft.other_replies.underspecified import open_cases
from builder.draft.paired_tasks import paired_tasks
from builder.draft.products import Products
from builder.draft.refusals.elsewhere import other_modalities, outside
from builder.draft.refusals.known_siblings import known_siblings
from builder.draft.refusals.operations import missing_operations, things_of
from builder.draft.refusals.other_years import other_years
from builder.draft.refusals.reasons import missing_reasons
from builder.draft.refusals.swaps import swapped_facts
from builder.draft.refusals.table_gaps import missing_columns, swapped_parameters, swapped_rows
from builder.draft.refusals.tasks import missing_of_tasks
from builder.draft.refusals.unanswerable import entities_of, missing_attributes
from builder.draft.same_question import same_question
from builder.draft.setting import Rarity, Setting, setting_of
from builder.draft.sources import candidates_in
from core.records import Chunk, Document
from core.text.tokens import content_words

# A fact is turned into another question only when its own reads well.
_SOUND = 0.74
# Word counts are taken from this many documents and characters: enough to know a common word.
_RARITY_DOCUMENTS, _RARITY_CHARACTERS = 2000, 20_000


@dataclass
class Pool:
    """Everything drafted, by kind, before any check."""

    factual: list[Candidate] = field(default_factory=list)
    multi_hop: list[Candidate] = field(default_factory=list)
    unanswerable: list[Candidate] = field(default_factory=list)
    special: list[Candidate] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.factual) + len(self.multi_hop) + len(self.unanswerable) + len(self.special)


def rarity_of(documents: Iterable[Document]) -> Rarity:
    """Document frequencies of content words."""
    counts: Counter[str] = Counter()
    seen = 0
    for document in documents:
        if seen >= _RARITY_DOCUMENTS:
            break
        counts.update(set(content_words(document.text[:_RARITY_CHARACTERS])))
        seen += 1
    return Rarity(seen, dict(counts))


def gather(
    chunks: Sequence[Chunk],
    document: Callable[[str], Document],
    rarity: Rarity,
    seed: int = 0,
    progress: Callable[[int, int, str], None] | None = None,
    check_stop: Callable[[], None] | None = None,
) -> Pool:
    """All candidates of the sampled chunks, each document parsed once."""
    by_document: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_document.setdefault(chunk.document_id, []).append(chunk)
    pool, settings = Pool(), []
    for number, (document_id, drawn) in enumerate(by_document.items()):
        if check_stop is not None:
            check_stop()
        setting = setting_of(outline(document(document_id)), rarity)
        settings.append(setting)
        ranges = [(chunk.start, chunk.end) for chunk in drawn]
        found = _unique(unambiguous(list(_with_chunks(drawn, candidates_in(setting, ranges)))))
        pool.factual.extend(found)
        pool.multi_hop.extend(c for c in compare_rows(setting) if any(a <= c.spans[0].start < b for a, b in ranges))
        entities = entities_of(setting, [c for c in found if c.subkind == "definition" and c.subject], found)
        pool.unanswerable.extend(missing_attributes(entities))
        pool.unanswerable.extend(other_modalities(entities))
        if progress is not None:
            progress(number + 1, len(by_document), "draft")
    _combine(pool, settings, rarity, seed)
    return pool


def _with_chunks(drawn: Sequence[Chunk], found: Sequence[Sequence[Candidate]]) -> Iterable[Candidate]:
    for chunk, candidates in zip(drawn, found, strict=True):
        yield from (replace(c, chunk_ids=(chunk.id,)) for c in candidates)


def _combine(pool: Pool, settings: Sequence[Setting], rarity: Rarity, seed: int) -> None:
    """What takes more than one fact or document."""
    products = Products(settings)
    # One task told in two ways on two pages, or rules on one thing: nobody knows which is meant.
    tasks = [c for c in pool.factual if c.subkind == "procedure" or c.template == "en:policy"]
    left_out = {id(c) for c in tasks} - {id(c) for c in unambiguous(tasks) if not products.contested(c)}
    pool.factual[:] = [c for c in pool.factual if id(c) not in left_out]
    definitions = [c for c in pool.factual if c.subkind == "definition" and c.subject]
    pool.multi_hop.extend(compare_documents(settings))
    pool.multi_hop.extend(pairs_of(pool.factual))
    pool.multi_hop.extend(contrasts(pool.factual))
    pool.multi_hop.extend(same_question(pool.factual))
    pool.multi_hop.extend(c for c in paired_tasks(pool.factual, settings) if not products.contested(c))
    # Nobody asks what the product of the whole handbook is together with one of its details.
    rare = [c for c in definitions if rarity.is_rare(c.subject)]
    pool.multi_hop.extend(define_and_use(rare, pool.factual))
    things = things_of(settings)
    pool.unanswerable.extend(missing_operations(settings, things))
    pool.unanswerable.extend(swapped_rows(settings))
    pool.unanswerable.extend(swapped_parameters(settings))
    pool.unanswerable.extend(missing_columns(settings))
    sound = [c for c in pool.factual if c.score >= _SOUND]
    pool.unanswerable.extend(missing_of_tasks(sound, settings, things))
    pool.unanswerable.extend(missing_reasons(pool.factual))
    pool.unanswerable.extend(swapped_facts(sound, settings, rarity, seed))
    pool.unanswerable.extend(known_siblings(sound, seed))
    pool.unanswerable.extend(other_years(sound, settings, rarity, seed))
    pool.unanswerable.extend(outside(sorted({s.language for s in settings})))
    pool.special.extend(false_premises(sound, seed))
    pool.special.extend(open_cases(settings, pool.factual))
    pool.special.extend(contradictions(pool.factual, settings))
    pool.special[:] = _unique(pool.special)
    pool.multi_hop[:] = _unique(pool.multi_hop)
    pool.unanswerable[:] = _unique(pool.unanswerable)
    old = {
        s.view.document.id: own_pairs(s.view.document.text)
        for s in settings
        if s.language == "zh" and is_traditional(s.view.document.text[:3000])
    }
    # Questions of no document are asked as most of the base is written.
    all_old = 2 * len(old) > sum(s.language == "zh" for s in settings)
    for kind in (pool.factual, pool.multi_hop, pool.unanswerable, pool.special):
        kind[:] = [products.named(_in_its_script(c, old, all_old)) for c in kind]


def _in_its_script(candidate: Candidate, old: dict[str, frozenset[str]], all_old: bool) -> Candidate:
    """The words of a template in the script of the document they are about; `old` has the own pairs of those in traditional characters."""
    ids = {s.document_id for s in candidate.spans} | {n.removeprefix("document:") for n in candidate.notes}
    mine = ids & old.keys()
    if candidate.language != "zh" or not (mine or is_traditional(candidate.question) or all_old and not ids):
        return candidate
    own = frozenset[str]().union(*(old[i] for i in mine))
    return replace(
        candidate, question=in_traditional(candidate.question, own), answer=in_traditional(candidate.answer, own)
    )


def unambiguous(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of a document without those asked twice with two answers, in two places: nobody knows which is meant."""
    asked: dict[str, list[Candidate]] = {}
    for candidate in found:
        asked.setdefault(candidate.question, []).append(candidate)
    return [c for c in found if all(_same_place(c, o) or c.answer == o.answer for o in asked[c.question])]


def _same_place(one: Candidate, two: Candidate) -> bool:
    a, b = one.spans[0], two.spans[0]
    return a.document_id == b.document_id and a.start < b.end and b.start < a.end


def _unique(candidates: Iterable[Candidate]) -> list[Candidate]:
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        known = best.get(candidate.key)
        if known is None or candidate.score > known.score:
            best[candidate.key] = candidate
    return list(best.values())
