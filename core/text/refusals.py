"""Whether a reply declines to answer, in English and Chinese, by patterns; a reply that goes on to answer does not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.declining import declines_at_length
from core.text.quantities import find_quantities
from core.text.sentences import split_sentences
from core.text.tokens import content_words

_SOURCE_EN = (
    r"(?:documents?|context|contexts|passages?|texts?|materials?|articles?|sources?|knowledge base|information|excerpts?|"
    r"references?|manual|handbook|snippets?|search results?|content|data|files?|records?|docs)"
)
_NOT_EN = r"(?:do|does|did|is|are|was|were|has|have|can|could)(?:\s?n[o'’]t|\snot)"
_SAY_EN = (
    r"(?:say|mention|specif|contain|provide|include|state|address|cover|discuss|give|indicate|answer|describe|have any|"
    r"have enough|offer|explain|list|refer|help|clarify|tell)"
)
_STRONG_EN = re.compile(
    r"\bI(?:\s(?:really|honestly))?\s(?:do not|don['’]t|dont)\s(?:know|have\s(?:\w+\s){0,3}?(?:information|info|answer|data|details|knowledge|access))"
    r"|\b(?:I|we)\s(?:(?:am|was|are|were)\s(?:not able|unable)|can(?:not|['’]t| not)|could(?: not|n['’]t))\s(?:to\s)?(?:answer|find|determine|locate|provide|tell|say|confirm|help|give|identify|verify|calculate|compute|estimate|assess|ascertain)\b"
    r"|\b(?:I['’]m|I am|we['’]re)\s(?:not sure|unsure|unable to|not able to|afraid I)\b"
    r"|\byou (?:have not|haven['’]t|did not|didn['’]t) (?:provided?|given?|shared?|include)\b|\bunable to (?:answer|find|determine|provide|locate)\b"
    r"|\b(?:cannot|can['’]t|can not|could not) be (?:answered|determined|found|confirmed)\b"
    r"|\b(?:no|insufficient|not enough|lack of) (?:relevant |specific |sufficient |further |such |enough )?(?:information|info|answer|mention|details?|evidence|data|record|indication|context|documents?)\b(?! security)"
    r"|\b(?:there is|there['’]s|there are) (?:no|nothing) (?:\w+ ){0,3}(?:in|about|on|regarding) (?:the |this |these |any )?(?:\w+ )?"
    + _SOURCE_EN
    + r"|\bnot (?:explicitly |specifically |directly |clearly )?(?:mentioned|specified|stated|provided|available|found|covered|given|discussed|addressed|described|included|present|contained|answerable)\b"
    r"(?=[^.]{0,40}\b(?:in|by|from|within)\b[^.]{0,30}\b" + _SOURCE_EN + r"|\s*[.!]?\s*$)"
    r"|\b"
    + _SOURCE_EN
    + r"\b[^.!?]{0,60}?\b"
    + _NOT_EN
    + r"\s(?:\w+ly\s)?"
    + _SAY_EN
    + r"|\b"
    + _SOURCE_EN
    + r"\b[^.!?]{0,40}?\b(?:makes? no mention|lacks?|says? nothing|contains? no|provides? no|gives? no)\b"
    r"|\b(?:outside|beyond) (?:the |my )?(?:scope|knowledge)\b|\bunanswerable\b|\bno answer\b|\banswer (?:is|was) not (?:in|present|available|found|given)\b"
    r"|\bno (?:[\w-]+ ){1,8}?(?:is|are|was|were) (?:given|mentioned|stated|named|listed|specified|provided|set out|published)\b(?=\s*[.!]?\s*$|[^.]{0,20}\b(?:in|by|anywhere|among)\b[^.]{0,30}\b"
    + _SOURCE_EN
    + r"|\s+anywhere)"
    r"|\bnot (?:among|part of) (?:the |my |these |those )?" + _SOURCE_EN + r"\b"
    r"|(?:\b(?:is|are|was|were)(?: not|n['’]t)) (?:in|within) (?:the |my |these |our |any )(?:\w+ )?"
    + _SOURCE_EN
    + r"\b"
    r"|^\W*(?:unknown|n/?a|not applicable|not sure|no idea|none found|nothing found)\W*$",
    re.IGNORECASE,
)
_WEAK_EN = re.compile(
    r"\b(?:policy|rules?|guide|page|section|report|contract|faq)\b[^.!?]{0,40}?\b"
    + _NOT_EN
    + r"\s(?:\w+ly\s)?(?:say|mention|specif|state|address|discuss|indicate|clarify)"
    r"|\b(?:sorry|unfortunately|regret)\b[^.!?]{0,40}\b(?:I|I['’](?:m|ve)|"
    + _SOURCE_EN
    + r")\b[^.!?]{0,60}(?:\b(?:not|no|unable|cannot)\b|n['’]t\b)|\bplease (?:provide|clarify|rephrase)\b",
    re.IGNORECASE,
)
_SOURCE_ZH = r"(?:文档|文件|资料|材料|上下文|原文|文中|文本|文章|段落|知识库|提供的|给定的|现有|已知|信息|内容|片段|检索|参考|手册|制度|规定|语境|记录)"
_SAY_ZH = r"(?:提及|提到|说明|提供|包含|涉及|指出|给出|记载|写明|明确|规定|介绍|包括|找到|查到|检索到|说|讲|描述|回答|列出|显示|谈及|谈到|透露)"
_STRONG_ZH = re.compile(
    r"(?:我|本人|助手|系统)?(?:暂时|目前|并|也|还|真的)?(?:不知道|不清楚|不太清楚|不了解|不确定)(?!的)"
    r"|(?:无法|不能|没法|没办法|难以)(?:直接|准确|明确|根据[^，。]{0,12})?(?:回答|答复|确定|判断|得知|确认|告诉|告知|给出|提供|找到|获知|得出|作答|解答|查到|知道|推断)"
    rf"|{_SOURCE_ZH}[^。！？\n]{{0,24}}?(?:并?没有?|并?未能?|未有|不曾|无|不)(?:直接|明确|具体|详细|任何)?{_SAY_ZH}"
    rf"|(?:没有|未能?|并未|并没有|暂未|尚未|没)(?:在[^，。]{{1,20}}中?)?(?:直接|明确|具体)?(?:提及|提到|找到|查到|检索到|记载|涉及|发现)(?:任何|有关|相关|与|关于|该|此|这)?"
    r"|(?:没有|无|暂无|缺乏|缺少|未有)(?:任何|足够的?|充分的?|更多|具体)?(?:的)?(?:相关|有关|关于[^，。]{1,20}的|与[^，。]{1,24}(?:相关|有关)的?)?(?:的)?(?:信息|内容|资料|规定|说明|数据|记录|答案|文档|描述|记载|依据)(?!安全|系统|化|技术)"
    rf"|{_SOURCE_ZH}(?:里|中|内|上)(?:都|也|并)?没有?(?:写|关于|[^，。！？\n]{{1,16}}(?:这|该|此)(?:个|款|种|项|一))"
    r"|(?:查|找|搜)(?:询|寻|索)?不到(?![^，。]{0,12}(?:时|的话|则|的，))|(?:没|未)(?:有)?(?:查|找|搜)(?:询|寻|索)?到"
    r"|不在(?:知识库|文档|资料|现有资料|手册|文件)(?:里|中|内|之中|之内)|不在(?:知识库|文档|资料|服务)?(?:的)?范围|(?:信息|资料|内容)不足|答案不存在|^\W*(?:未知|不详|未提及|无答案|查无结果)\W*$"
)
_WEAK_ZH = re.compile(
    r"(?:抱歉|对不起|不好意思|很遗憾)[^。]{0,30}(?:(?:无法|不能|没法|未能|没能|不便)[^，。]{0,12}(?:回答|解答|作答|提供|确定|给出|满足|帮|判断|告诉|告知|评价|评论|介绍|简介|点评|预测|生成|找|查|搜|获)|不清楚|不了解|不知道|不确定|查不到|找不到|(?:没有?|未|还没有?|尚未)(?:找|查|搜|学|获|收)|(?:没有|无)(?:相关|有关|关于|任何))|请(?:提供|补充)更多"
)
# What follows a refusal without answering: politeness, pointers, and talk about what the material does hold.
_FILLER = re.compile(
    r"\b(?:sorry|apologi[sz]e|please|contact|consult|let me know|feel free|check|refer to|more (?:information|context|details)|happy to help|recommend|suggest|would need|if you)\b"
    r"|\b(?:only|merely|instead|just)\b[^.]{0,20}\b(?:mention|discuss|cover|talk|describe|contain|provide|refer|point)"
    rf"|\b{_SOURCE_EN}\b[^.]{{0,40}}\b(?:mention|discuss|cover|talk|describe|contain|provide|focus|refer|state|relate|are about|is about)"
    r"|\btherefore\b|^\W*(?:thus|so|hence),"
    r"|抱歉|对不起|不好意思|遗憾|请|建议|咨询|联系|如需|如果您|查阅|希望|帮助|只(?:提到|提及|介绍|说明|涉及)|仅(?:提到|提及|介绍|说明|涉及)"
    rf"|{_SOURCE_ZH}[^。]{{0,30}}(?:提到|提及|介绍|主要|讨论|涉及|描述|讲述|关于)|因此|所以|以上",
    re.IGNORECASE,
)
_TURN = re.compile(r"\b(?:however|but|although|nevertheless|that said)\b|但是?|不过|然而|尽管如此", re.IGNORECASE)


@dataclass(frozen=True)
class RefusalSignal:
    """Whether a reply refuses; how sure (0 to 1); and the stretch that says so, as (start, end)."""

    refused: bool
    strength: float
    where: tuple[int, int] | None = None


def is_refusal(answer: str) -> RefusalSignal:
    """Look for words of refusal; a reply that states an answer beside them is a part-answer, not a refusal."""
    if not answer.strip():
        return RefusalSignal(False, 0.0)
    strong: tuple[int, int] | None = None
    weak: tuple[int, int] | None = None
    stated = 0
    sentences = split_sentences(answer)
    refusing: list[bool] = []
    for sentence in sentences:
        hit = refusal_in(sentence.text)
        refusing.append(hit is not None)
        if hit is None:
            stated += _weight(sentence.text)
            continue
        span = (sentence.start + hit[1], sentence.start + hit[2])
        if hit[0]:
            strong = strong or span
        else:
            weak = weak or span
        stated += _weight(_after_turn(sentence.text, hit[2]))
    if strong is None and weak is None:
        return RefusalSignal(False, 0.0)
    if stated >= 6 and declines_at_length([sentence.text for sentence in sentences], refusing):
        return RefusalSignal(True, 0.6, strong or weak)
    if stated >= 6:
        return RefusalSignal(False, 0.3 if strong else 0.1, strong or weak)
    strength = (0.95 if strong else 0.6) - 0.05 * stated
    return RefusalSignal(True, round(strength, 2), strong or weak)


def refusal_in(sentence: str) -> tuple[bool, int, int] | None:
    """The first refusal in one sentence as (strong, start, end), or None."""
    for strong, patterns in ((True, (_STRONG_EN, _STRONG_ZH)), (False, (_WEAK_EN, _WEAK_ZH))):
        for pattern in patterns:
            match = pattern.search(sentence)
            if match:
                return strong, match.start(), match.end()
    return None


def is_filler(sentence: str) -> bool:
    """Whether a sentence only apologises, points elsewhere or talks about the material."""
    return bool(_FILLER.search(sentence))


def _weight(text: str) -> int:
    """How much a sentence states: its content words and numbers, 0 for filler."""
    if not text.strip() or is_filler(text) or text.rstrip().endswith(("?", "？")):
        return 0
    return len(content_words(text)) + 3 * len(find_quantities(text))


def _after_turn(sentence: str, position: int) -> str:
    turn = _TURN.search(sentence, position)
    return sentence[turn.end() :] if turn else ""
