"""Chinese phrases by part of speech: what is a name for a thing, what is a whole sentence, what is half of one."""

from __future__ import annotations

import re
from functools import lru_cache

# Particles and modals that no name holds; classifiers and numerals in front are looked at by their words.
_NOT_IN_NAME = ("d", "p", "c", "r", "y", "ug", "ul", "zg")
_JOINS = frozenset("和 与 及 暨 之 的".split())
# Acts that Chinese names like things: "年假申请", "扩容操作".
_NAMED_ACTS = re.compile(
    r"(申请|审批|操作|管理|处理|报销|备份|部署|配置|培训|考核|采购|调度|同步|恢复|迁移|升级|维护|监控|分析|检查|验收|评估|认证|登记|盘点|搜索|查询|测试)$"
)
_REPORTS = re.compile(r"(报道|表示|指出|认为|声称|宣布|显示|表明|发现|证明|提到|介绍|规定|决定|称|说|写道)$")
# What opens a phrase that names no one thing.
QUANTIFIER = re.compile(
    r"^(一些|某些|许多|很多|不少|多数|大多|部分|各种|各个|每[个种项条]|其他|其它|另外|上述|所有|一[个种项名位条])"
)


@lru_cache(maxsize=50_000)
def tagged(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text with their part of speech (jieba's tags), blanks left out."""
    from jieba import posseg

    from core.text.tokens import jieba

    jieba()
    return tuple((p.word, p.flag) for p in posseg.cut(text) if p.word.strip())


def is_nominal(text: str) -> bool:
    """Whether a phrase names a thing: it ends in a noun and holds no adverb, no conjunction and no finite verb."""
    bare = re.sub(r"[（(][^）)]*[)）]", "", text).strip(" 《》“”「」")
    words = tagged(bare)
    if not words or QUANTIFIER.match(bare):
        return False
    named_act = len(words) > 1 and _NAMED_ACTS.search(bare) is not None
    if (
        not named_act
        and words[-1][1][0] not in "njlixaqsgkz"
        and words[-1][1] not in ("eng", "vn", "m", "an", "nr", "b", "t")
    ):
        return False
    for number, (word, flag) in enumerate(words):
        last = named_act and number == len(words) - 1
        if flag[0] == "v" and flag != "vn" and not last and not _modifies(words, number) and len(words) > 1:
            return False
        if any(flag.startswith(f) for f in _NOT_IN_NAME) and word not in _JOINS and len(words) > 1:
            return False
    return True


def _modifies(words: tuple[tuple[str, str], ...], number: int) -> bool:
    """Whether a verb only modifies the noun behind it: "运行时间", "备份的文件"."""
    following = words[number + 1 : number + 3]
    if not following:
        return False
    return following[0][0] == "的" or number == 0 and len(words) <= 3 or following[-1][1][0] == "n" and len(words) <= 4


def has_predicate(clause: str) -> bool:
    """Whether a clause says something: a verb that is not just part of a "…的" before a noun."""
    words = tagged(clause)
    for number, (word, flag) in enumerate(words):
        finite = flag[0] == "v" and flag != "vn" or word in ("为", "由", "于", "达", "系", "共", "约为")
        after = [w for w, _ in words[number + 1 : number + 3]]
        # "通过了" is a verb whatever the tagger takes "通过" for.
        finite = finite or after[:1] in (["了"], ["过"]) and flag[0] in "vpn"
        if finite and not (after[:1] == ["的"] or after[:1] == ["了"] and after[1:] == ["的"]) and not _REPORTS.search(clause):  # fmt: skip
            return True
    return False


_HAS_ASKED = re.compile(r"哪|什么|多少|多长|谁|几|怎么|如何|是否|能否")
_LEADS = re.compile(r"^(在|从|自|当|如|若|对|经|按|根据|通过|使用|为|由于|因|每|凡|除|超过|未|满|距|截至|关于)")


def is_run_on(question: str) -> bool:
    """Whether a question carries clauses before the asked one that are no condition of it: half a story, then a question."""
    clauses = [c.strip() for c in re.split(r"[，；]", question) if c.strip()]
    before = []
    for clause in clauses:
        if _HAS_ASKED.search(clause):
            break
        before.append(clause)
    told = [c for c in before if not _LEADS.match(c)]
    if not told:
        return False
    # One short clause that names the subject may stand in front: "A 与 B 合作，于哪一年建立了 C".
    return len(told) > 1 or len(told[0]) > 16 or not opens_with_name(told[0]) or re.search(r"[（(]|同年|后来", question) is not None  # fmt: skip


def opens_with_name(text: str) -> bool:
    """Whether a clause opens with a noun of more than one character, or a foreign word."""
    words = tagged(text[:24])
    return bool(words) and (words[0][1][0] == "n" and len(words[0][0]) > 1 or words[0][1] in ("eng", "x") or text[0] in "《“「")  # fmt: skip


_PROPER = ("nr", "ns", "nt", "nz", "nrt", "nrfg")


def proper_names(text: str) -> list[str]:
    """Names of people, places, bodies and works in a text."""
    found = re.findall(r"《([^》]{2,24})》", text)
    return found + [w for w, flag in tagged(text) if flag in _PROPER and len(w) > 1]


_PERSON = re.compile(
    r"(演员|歌手|球员|运动员|导演|作家|政治家|政治人物|官员|皇帝|君主|国王|大臣|科学家|物理学家|教授|艺术家|将领|人物|学者|诗人|画家|音乐家|企业家|主持人|"
    r"选手|总统|首相|将军|教练|守门员|前锋|后卫|中场|裁判|球证|模特|僧人|皇后|进士|主教|神父|神学家|医生|发明家|工程师|思想家|哲学家|人|成员|之子|之女|者|学生|老师|教师|律师|专家|院士)(之一)?$"
)


def is_person(description: str) -> bool:
    """Whether what something is said to be is a person."""
    return _PERSON.search(re.split(r"[，。；,（(]", description)[0].strip()) is not None
