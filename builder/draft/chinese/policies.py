"""Chinese sections of a rule, asked about as a whole: 《差旅费管理办法》对报销期限有哪些规定？"""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.candidates import Candidate, Slots, Span
from builder.draft.chinese.acts import names_act
from builder.draft.chinese.tasks import heading_of, prose_of, section_of
from builder.draft.setting import Setting, length_factor
from builder.draft.topic import is_generic
from core.text.sentences import split_sentences

_TRUST, _LONGEST, _MOST, _SHARE = 0.83, 360, 8, 0.5
# A manual or a notice of one day rules nothing for good.
_RULE = re.compile(
    r"(?:办法|制度|规定|规范|条例|细则|章程|标准|守则|须知|政策|准则|规程|(?:员工|学生|职工)手册)(?:[（(][^）)]*[）)])?$"
)
_BINDS = re.compile(
    r"应|必须|不得|不可|不能|禁止|须|可以|可申请|可享受|不超过|不低于|不少于|最多|至少|有权|享有|方可|不予|仅限|只能|审批|批准|负责|按.{2,20}(?:执行|处理|计算|支付|报销|发放)"
)
# "升级前", "第一周", "管理员须知", "不愿随迁的员工": a time, a reader or a case, no matter that is ruled.
_NO_MATTER = re.compile(r"^(?:第|不|如|若|我|你|您|本|其|各|关于|对)|(?:前|后|时|周|须知|的|要点|要求|说明|概述|原则|事项|内容|情况|其他|总则|附则|规定|办法)$|[，。：:！？?!“”《》]")  # fmt: skip


def from_policies(setting: Setting) -> Iterator[Candidate]:
    """A heading that names a matter over a short section of a rule, which is the answer as a whole."""
    view, title = setting.view, setting.title.strip("《》")
    if not _RULE.search(title):
        return
    headings = [heading_of(view, b) if b.kind == "heading" else "" for b in view.blocks]
    for index, matter in enumerate(headings):
        if not 2 <= len(matter) <= 14 or is_generic(matter) or _NO_MATTER.search(matter) or headings.count(matter) > 1:
            continue
        section, deeper = section_of(view, index)
        told = None if deeper else prose_of(view, section, _LONGEST)
        if told is None or names_act(matter) and len(matter) > 5 or not _lays_down(told.claims):
            continue
        yield Candidate(
            question=f"《{title}》对{matter}有哪些规定？", answer=told.text, claims=told.claims,
            spans=(Span(view.document.id, told.start, told.end),), kind="factual", subkind="condition", language="zh",
            score=round(_TRUST * length_factor(told.text), 4), template="zh:policy", subject=matter, topic=setting.title,
            slots=Slots(entity=matter),
        )  # fmt: skip


def _lays_down(claims: tuple[str, ...]) -> bool:
    """Whether most of some few sentences bind or entitle somebody."""
    sentences = [s.text for claim in claims for s in split_sentences(claim)]
    return 1 <= len(sentences) <= _MOST and sum(_BINDS.search(s) is not None for s in sentences) >= _SHARE * len(
        sentences
    )
