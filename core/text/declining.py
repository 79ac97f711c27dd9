"""Whether a long reply as a whole declines: it explains at length why it cannot answer, and ends or opens by saying so."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ANSWERING_EN = (
    r"(?:answer|calculat|comput|determin|provid|giv|estimat|extract|say\b|tell|find|identif|confirm|conclud|assess|infer|offer|"
    r"draw|verif|help|assist|specif|ascertain|respond|evaluat|compar|locate|know|make an?\b|directly|accurately|definitively)"
)
_UNABLE_EN = re.compile(
    rf"\b(?:I|we|one)(?:\s(?:\w+ly\s)?(?:can(?:not|\snot|['’]t)|could(?:\snot|n['’]t))|(?:['’]m|\sam|\sare|['’]re)\s(?:unable|not able)\sto)\s{_ANSWERING_EN}"
    rf"|\b(?:it\s(?:is|would be)|it['’]s)\s(?:not (?:possible|feasible)|impossible|difficult)\s(?:for (?:me|us) )?to\s(?:\w+ly\s)?{_ANSWERING_EN}"
    r"|\bI\s(?:(?:do|did)\snot|(?:do|did)n['’]t)\s(?:have|know|find|see)\b|\bI (?:would|['’]d) need\b"
    r"|\bcan(?:not|\snot|['’]t) be (?:\w+ly )?(?:answered|calculated|computed|determined|provided|found|confirmed|assessed|derived)\b",
    re.IGNORECASE,
)
_UNABLE_ZH = re.compile(
    r"(?:我|我们|本人|智能助理|助手|因此|所以|故|暂时|目前|因而|，|^)[^，。；]{0,24}?(?:无法|不能|没法|没办法|难以|未能|没能)"
    r"[^，。；]{0,12}?(?:回答|答复|确定|判断|得知|确认|告诉|告知|给出|提供|找到|获知|得出|作答|解答|计算|评价|查阅|查询|获取|推断|满足|生成|完成)"
    r"|(?:还没|还未|没有|尚未|未)(?:有)?(?:学会|学习|掌握)(?:到)?|不了解(?:相关)?信息|(?:我)?(?:不知道|不清楚|不太清楚|不了解)"
)
_SORRY = re.compile(
    r"^\W*(?:I['’]m (?:very )?sorry|I am (?:very )?sorry|sorry|apologies|I apologi[sz]e|unfortunately|regrettably|(?:非常|很|十分|真的)?(?:抱歉|对不起|不好意思|遗憾))",
    re.IGNORECASE,
)
_IN_THE_END = re.compile(
    r"^\W*(?:therefore|thus|hence|as such|consequently|so|without|since|as|given|because|based on|in (?:summary|conclusion)|overall|if (?:you|we|more|the)|to (?:accurately|answer)"
    r"|因此|所以|故|综上|由于|因为|鉴于|总之|如果)",
    re.IGNORECASE,
)
# "It appears that…": the reply goes on to answer after all.
_AFTER_ALL = re.compile(
    r"\b(?:it (?:appears|seems|looks|is likely)|we can (?:see|infer|say|estimate|assume|calculate|conclude)|can be inferred|suggests? that|the answer is|"
    r"I can (?:tell|say|infer)|in fact)\b|\b(?:yes|no),|可以(?:看出|推断|认为|得出|算出|知道)|由此可见|答案是",
    re.IGNORECASE,
)
_TURN = re.compile(r"^\W*(?:however|but|nevertheless|that said|still|但是?|不过|然而)", re.IGNORECASE)
_CONCEDES = re.compile(r"^\W*(?:although|though|while|even though|虽然|尽管)", re.IGNORECASE)
_LAST = 3


def declines_at_length(sentences: Sequence[str], refusing: Sequence[bool]) -> bool:
    """Whether a reply of several sentences, of which `refusing` marks those with words of refusal, gives no answer.

    It opens with regret or inability and does not turn to an answer, or one of its last sentences concludes that the
    question cannot be answered.
    """
    unable = [bool(_UNABLE_EN.search(s) or _UNABLE_ZH.search(s)) and not _CONCEDES.match(s) for s in sentences]
    after_all = [bool(_AFTER_ALL.search(s)) and not refuses for s, refuses in zip(sentences, refusing, strict=True)]
    return _opens(sentences, unable, refusing, after_all) or _concludes(sentences, unable, refusing, after_all)


def _opens(
    sentences: Sequence[str], unable: Sequence[bool], refusing: Sequence[bool], after_all: Sequence[bool]
) -> bool:
    regret = bool(_SORRY.search(sentences[0])) and (unable[0] or refusing[0])
    if not (regret or unable[0]) or any(after_all[1:]):
        return False
    turned = any(
        _TURN.match(s) and not (u or r) for s, u, r in zip(sentences[1:], unable[1:], refusing[1:], strict=True)
    )
    return not turned


def _concludes(
    sentences: Sequence[str], unable: Sequence[bool], refusing: Sequence[bool], after_all: Sequence[bool]
) -> bool:
    several = sum(u or r for u, r in zip(unable, refusing, strict=True)) >= 2
    for place in range(max(1, len(sentences) - _LAST), len(sentences)):
        if unable[place] and (several or _IN_THE_END.match(sentences[place])):
            return not any(after_all)
    return False
