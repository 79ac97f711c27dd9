"""Split a reply into atomic statements: by sentence, then by clause, list item and table row; both languages, no model."""

from __future__ import annotations

import re

from core.text.language import has_han
from core.text.markdown_rows import plain_units
from core.text.quantities import find_quantities
from core.text.refusals import refusal_in
from core.text.sentences import split_sentences
from core.text.tokens import content_words

SPLITTER = "embedded-2"

_PLEASANTRY = re.compile(
    r"^\W*(?:(?:hi|hello|hey|sure|of course|certainly|absolutely|great question|good question|thanks?|thank you|you['’]re welcome|"
    r"no problem|ok(?:ay)?|hope (?:this|that) helps|i hope|let me know|feel free|please (?:let|feel|contact|reach|note that$|see)|"
    r"if you (?:have|need) (?:any )?(?:more|further|other|additional)|here (?:is|are) |happy to help|glad to)\b"
    r"|您好|你好|好的|当然|没问题|谢谢|感谢您?的?(?:提问|咨询|支持)|希望(?:这|以上|对您|能)|如(?:果您)?(?:有|还有|需)[^。]{0,12}(?:疑问|问题|帮助|咨询)|请随时|欢迎(?:随时|咨询|联系)|以下是|如有)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"^\s*(?:(?:according to|based on|as (?:stated|mentioned|described) in|per) (?:the |your |this )?(?:[\w-]+ ){0,4}?"
    r"(?:documents?|context|passages?|information|text|handbook|manual|knowledge base|materials?|sources?)(?: provided| above| given)?,\s*"
    r"|(?:根据|依据|按照)(?:以上|上述|提供的|给定的|所提供的|相关)?(?:文档|资料|上下文|内容|信息|材料|知识库)(?:中?的?(?:内容|信息|描述|规定))?[，,：:]\s*"
    r"|(?:therefore|so|thus|in summary|overall|in short|additionally|furthermore|moreover|also|besides|finally),\s+"
    r"|(?:因此|所以|综上所述|综上|总之|此外|另外|同时|并且|而且|其中)[，,]\s*)",
    re.IGNORECASE,
)
_CLAUSE_ZH = re.compile(r"[，,；;]")
_CLAUSE_EN = re.compile(
    r";\s+|,?\s+(?:and|but|while|whereas)\s+(?=(?:the|a|an|it|they|he|she|you|we|this|that|these|those|there|each|all|its|[A-Z])\b)|,\s+(?:which|where)\s+(?=(?:is|are|was|were|has|have|can|must|will)\b)"
)
_VERB_EN = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|must|may|might|need|needs|"
    r"get|gets|give|gives|take|takes|make|makes|use|uses|apply|applies|require|requires|include|includes|cover|covers|cost|costs|"
    r"last|lasts|start|starts|end|ends|receive|receives|contain|contains|allow|allows|support|supports|provide|provides|"
    r"expire|expires|begin|begins|run|runs|pay|pays|work|works|[a-z]{3,}ed)\b|\w['’](?:s|re|ve|ll|d)\b|n['’]t\b",
    re.IGNORECASE,
)
_VERB_ZH = re.compile(
    r"等同|等于|是|为|有|可|应|须|需|能|会|要|将|不得|允许|禁止|支持|包括|提供|属于|位于|达到|超过|享有|享受|规定|负责|使用|采用|适用|成立|发布|签|办|交|付|退|领|申请|审批|提交|计算|发放|支付|保修|报销|完成|开始|结束|获得|担任|出生|创|建|设|在(?=.{2})|由|让|使|令|把|被|增长|下降|提高|减少|上涨"
)
_IN_A_NAME = re.compile(r"[^，,、]{0,5}?的")
_POINTER = re.compile(r"[（(]\s*(?:(?:详|另|可)?见|参[见阅看考]|see\b|cf\.).*[）)][。.]?", re.IGNORECASE)
# A clause that opens like this leans on the one before it and says nothing alone.
_LEANING_ZH = re.compile(
    r"^(?:因为|由于|如果|若|如|当|虽然|尽管|即使|只要|只有|除非|无论|不论|为了|随着|根据|按照|除了|对于|关于|在|从|自|以便|从而|以及|并|且|而|则|就|才|也|即|包括|例如|比如|其中|因此|所以|但|否则|经|凡|每|通过|截至|逾期|超过|未经)"
)
_YES_NO = re.compile(
    r"^\W*(?:yes|no|yeah|nope|correct|true|false|是的?|不是|否|对|不对|可以|不可以|不能|不行|能|需要|不需要|会|不会|有|没有|正确|错误)\W*$",
    re.IGNORECASE,
)
_ASKED = re.compile(r"[^?？]+[?？]+")
_SHORT_EN, _SHORT_ZH = 6, 10


def split_claims(text: str, question: str = "") -> list[str]:
    """Atomic statements of a reply, in order, without duplicates; none for a refusal or mere politeness.

    A short answer ("15 days", "是") becomes one claim together with the question, so that it can be checked.
    """
    claims: list[str] = []
    for unit in plain_units(text):
        for sentence in split_sentences(unit):
            claims.extend(_claims_of(sentence.text))
    claims = list(dict.fromkeys(claims))
    if question and len(claims) == 1 and _needs_question(claims[0]):
        return [f"{question.strip()} {claims[0]}"]
    return [claim for claim in claims if not _YES_NO.match(claim)] or claims


def answer_part(claim: str, question: str) -> str:
    """What a claim adds to its question: the short answer when the claim carries the question, or one of it, in front."""
    for stem in (question.strip(), *(one.strip() for one in _ASKED.findall(question))):
        if stem and claim.startswith(stem):
            return claim[len(stem) :].strip() or claim
    return claim


def yes_or_no(text: str) -> bool | None:
    """True for a bare yes, False for a bare no, in either language; None for anything else."""
    if not _YES_NO.match(text):
        return None
    return not re.match(r"\W*(?:no|false|不|否|错|没)", text, re.IGNORECASE)


def _claims_of(sentence: str) -> list[str]:
    plain = _LEAD_IN.sub("", sentence).strip()
    if _says_nothing(plain):
        return []
    clauses = _clauses_zh(plain) if has_han(plain) else _clauses_en(plain)
    return [tidy for clause in clauses if (tidy := _tidy(clause)) and not _says_nothing(tidy)]


def _says_nothing(sentence: str) -> bool:
    if not re.search(r"\w", sentence) or sentence.endswith(("?", "？", ":", "：")):
        return True
    if refusal_in(sentence) or _POINTER.fullmatch(sentence):
        return True
    return bool(_PLEASANTRY.match(sentence)) and not find_quantities(sentence)


def _clauses_en(sentence: str) -> list[str]:
    parts: list[str] = []
    last = 0
    for match in _CLAUSE_EN.finditer(sentence):
        left, right = sentence[last : match.start()], sentence[match.end() :]
        if _VERB_EN.search(left) and _VERB_EN.search(right) and len(left.split()) >= 3 and not _opens_condition(left):
            parts.append(left)
            last = match.end()
    parts.append(sentence[last:])
    return parts


def _opens_condition(clause: str) -> bool:
    return bool(
        re.match(
            r"\s*(?:if|when|while|although|though|because|since|unless|after|before|once)\b", clause, re.IGNORECASE
        )
    )


def _clauses_zh(sentence: str) -> list[str]:
    """Cut at commas where both sides stand alone: a verb or a quantity of their own, and no leaning word in front."""
    pieces = _pieces(sentence)
    groups: list[str] = []
    subject = ""
    for mark, piece in pieces:
        body = piece.strip()
        alone = bool(_VERB_ZH.search(body)) and len(body) >= 5 and not _LEANING_ZH.match(body)
        ready = (
            bool(groups)
            and bool(_VERB_ZH.search(groups[-1]))
            and not re.match(r"(?:如果|若|当|虽然|由于|因为|只要|除非|为了|根据|随着|对于)", groups[-1])
        )
        if groups and not (alone and ready) and not (mark in "；;" and alone):
            groups[-1] += mark + piece
            continue
        if not groups:
            subject = _subject(body)
        groups.append(subject + body if groups and subject and _lacks_subject(body) else piece)
    return groups


def _pieces(sentence: str) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    last, mark = 0, ""
    for match in _CLAUSE_ZH.finditer(sentence):
        # "1,200" and quoted or bracketed commas are not clause ends.
        inside = sentence[last : match.start()]
        if (match.group() == "," and sentence[match.end() : match.end() + 1].isdigit()) or inside.count(
            "（"
        ) > inside.count("）"):
            continue
        pieces.append((mark, inside))
        last, mark = match.end(), match.group()
    pieces.append((mark, sentence[last:]))
    return pieces


def _subject(clause: str) -> str:
    """The words before the first verb, kept for clauses that go on without a subject.

    A verb soon followed by 的 belongs to a name: 电子签章的效力, 员工申请的年假.
    """
    verbs = (found for found in _VERB_ZH.finditer(clause) if not _IN_A_NAME.match(clause, found.end()))
    verb = next(verbs, None)
    head = clause[: verb.start()] if verb else ""
    return head if 2 <= len(head) <= 12 and not re.search(r"[\d，,]", head) else ""


def _lacks_subject(clause: str) -> bool:
    verb = _VERB_ZH.search(clause)
    return verb is not None and verb.start() == 0


def _needs_question(claim: str) -> bool:
    """Whether a claim is too short to be checked without its question."""
    if _YES_NO.match(claim):
        return True
    if has_han(claim):
        return len(claim) <= _SHORT_ZH and not re.search(r"是|为|有|可以|应|须|需|位于", claim[1:])
    return len(claim.split()) <= _SHORT_EN and not _VERB_EN.search(claim)


def _tidy(clause: str) -> str:
    text = clause.strip().strip("，,；;、").strip()
    text = re.sub(r"^(?:and|but|so|then)\s+", "", text, flags=re.IGNORECASE)
    return (
        re.sub(r"[。.!！]+$", "", text).strip()
        if content_words(text)
        else ("" if not _YES_NO.match(text) else re.sub(r"\W+$", "", text))
    )
