"""What Chinese questions in place share: which sentences can be asked about, and how a word gives way to a question word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.draft.markup import balanced, is_clean

_CONDITION = re.compile(
    r"^(如果|若|当|如|对于|针对|在|从|自|经|凡|除|按|根据|通过|为了?|由于|因|每(?![人名位项件])|超过|未|满|距)"
)
_DANGLING = re.compile(
    r"(^|[，。；：、（(\s])(该|此|其|它|它们|牠|祂|这|这些|这个|这种|这样|那|那么|上述|前述|接下来|本例|本示例|前者|后者|本节|本章|本条|本文|本页|本表|"
    r"以上|以下|下列|如下|上文|下文|上图|下图|如图|上表|下表|同样|同时|此外|另外|因此|所以|但是?|不过|然而|其中|否则|而且?|并且?|也|"
    r"例如|比如|即|注意|首先|然后|最后|之后|接着|随后|其后|此后|后来|同年|翌年|次年|当时|当年|当天|及后|之后|同时期|期间|另一|前身为)"
)
_DEEP_DANGLING = re.compile(
    r"^[^，。：；—–]{1,12} [—–] |本例|本示例|接下来|(?<!应)该|(?<![因如彼为从])此(?!外)|上述|前述|本文(?![件本档檔字])|本节|本章|本页|下列|如下|如图|上图|下图|上表|下表|上文|下文|这|它|牠|祂|那[种个些类样一]|两者|二者|前者|后者|"
    r"(?:^|[，。；：对将把为与和向在从由于使让])其(?![他它余实次中])|(?<![\d及级元岁年月天日百千万亿人倍度])以下[^，]*(?:[:：]|$)|^(?:也|还|而|且|则|并)|(?:解决|满足|根据|参考|完成|符合|执行|使用|除了?)以上|本(?=[线站片剧书作校刊属种曲地县市区省村镇队])|(?<![基版脚腳文成样樣副原根课課资資日书書标標])本(?=授权|授權|许可|許可|协议|協議|软件|軟體|文件|文檔|手册|手冊|指南|程序|产品|產品|功能|选项|選項|对话框|工具|服务|服務|条款|系统|系統|设备|应用|模式|命令|函[数數])|[，\w]也(?=[会可能不需支将引])"
)
_POINTER = re.compile(r"查看其|可查看相关|请?(参考|参见|参阅|查阅|详见|移步|查看文档|见本|见下|见上|阅读)")
_EXAMPLE = re.compile(
    r"是不是|你的宝宝|小编|楼主|从结果|由此可见|可以看出|可以看到|上面的|后面的|例如|比如|譬如|假设|示例|举例|如图|见图|大概|可能"
)
_NO_QUESTION = re.compile(
    r"^在[^，]*(?:中|里|内|上|下|时|期间|之间|以来|时间里)？$|^(?:原因|结果|理由|目的|一些|有些|许多|不少|人们|但|而|并|且|他|她|它|我们|其)"
    r"|(?:报道|表示|指出|认为|声称|宣布|称|说)(?:是在哪一年|是在什么时候)？$"
)
TYPE_NOUNS = "系统变量|环境变量|配置项|配置参数|配置文件|参数|变量|命令|语句|选项|函数|插件|面板|系统表|字段|接口|工具|表单|菜单|页面|平台|端口|按钮|权限|脚本|文件|组件|功能"


# An icon whose picture is lost has no name to be found by, and a picture's file name is none.
NAMELESS = re.compile(
    r"(?:^|[的击擊按或和及与、，在用旁中]|按下|通过|透過) +(?:图标|圖標|圖示|图示|按钮|按鈕)|(?:点击|单击|双击|按下|使用|按一下|工具栏[中上里]?的|工具列[中上裡]?的)(?:图标|圖示|图示)"
    r"|(?:[a-z0-9]+[_-](?:png|svg|gif)|\b[a-z]+[ _][a-z0-9_ ]*[a-z0-9]) *(?:图标|圖示|按钮|按鈕)"
)


@dataclass(frozen=True)
class Asked:
    """A question with the statement that answers it and the value asked for."""

    question: str
    statement: str
    value: str
    subkind: str
    template: str
    score: float
    subject: str = ""


def usable(sentence: str) -> bool:
    """Whether a sentence can be asked about at all: whole, clean, not leaning on its neighbours."""
    if not 10 <= len(sentence) <= 130 or not is_clean(sentence) or not balanced(sentence):
        return False
    if sentence.rstrip().endswith(("：", ":", "？", "?", "，", "、", "…", "...")) or " · " in sentence:
        return False
    if (
        _DANGLING.match(sentence)
        or _EXAMPLE.search(sentence)
        or _POINTER.search(sentence)
        or re.search(r"：.*：", sentence)
    ):
        return False
    # The quotes of two controls run into one, a footnote's number behind a word.
    if re.search(
        r"「[^」]*[，。；][^」]*」|\w[（(]\d{1,2}[)）][，。]|[包令件境具统库能]\d{1,2}[，。]|([\u4e00-\u9fff]{3,})\1",
        sentence,
    ):
        return False
    if re.match(r"[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[)）]|\d+[.、)）]", sentence):
        return False
    return not re.search(r"^[^，。]{0,16}(?<!如下)[:：]", sentence)


def is_dangling(text: str) -> bool:
    """Whether a text points at something outside itself."""
    return _DANGLING.match(text) is not None or _DEEP_DANGLING.search(text) is not None


def clauses_of(body: str) -> list[tuple[int, int]]:
    """Clauses between commas outside brackets."""
    bounds, depth, last = [], 0, 0
    for index, char in enumerate(body):
        depth += char in "（(《“「"
        depth -= char in "）)》”」"
        if depth == 0 and char in "，；,;" and not (char == "," and body[index - 1 : index].isdigit()):
            bounds.append((last, index))
            last = index + 1
    bounds.append((last, len(body)))
    return [(a, b) for a, b in bounds if body[a:b].strip()]


# "…不超过 80% 时，": a case, wherever it begins; a question without it asks for something else.
_CASE_END = re.compile(r"(?<![同平当届及])时$|情况下$|场景下$|的话$|前提下$")


def _asked_clause(body: str, start: int, end: int) -> tuple[str, int] | None:
    """The words up to the end of the clause that holds the value, cut of what the question does not need."""
    clauses = clauses_of(body)
    here = next((i for i, (a, b) in enumerate(clauses) if a <= start and end <= b), None)
    if here is None:
        return None
    first = here
    while first > 0:
        first -= 1
        text = body[clauses[first][0] : clauses[first][1]].strip()
        if (
            not _CONDITION.match(text)
            and not _CASE_END.search(text)
            and has_subject(body[clauses[here][0] : start].strip())
            and first + 1 <= here
        ):
            first += 1
            break
    left = clauses[first][0]
    piece = body[left : clauses[here][1]]
    lead = len(piece) - len(piece.lstrip())
    return piece.strip(), left + lead


def has_subject(text: str) -> bool:
    """Whether a clause's beginning names what it is about, by part of speech."""
    from jieba import posseg

    from core.text.tokens import jieba

    jieba()
    flags = [(p.word, p.flag) for p in posseg.cut(text[:30])]
    for word, flag in flags[:6]:
        if flag[0] == "n" or flag == "eng" or word in ("员工", "用户", "申请人", "部门"):
            return True
        if flag[0] in "vpu" and flag not in ("vn",):
            return word in ("对于", "对")
    return False


_MAY_OPEN = re.compile(
    r"(使用|申请|提交|办理|在|对|每|当|如|若|从|通过|按|默认|执行|超过|发生|完成|签订|离职|入职|出差|未|凡|经)"
)


def opens_whole(question: str) -> bool:
    """Whether a question opens with its subject, or with an act or condition that needs none."""
    last = re.split(r"[，：]", question)[0]
    return _MAY_OPEN.match(last) is not None or has_subject(last)


def asked_in_place(body: str, start: int, end: int, word: str) -> tuple[str, str] | None:
    """Question and statement with the span replaced by a question word."""
    found = _asked_clause(body, start, end)
    if found is None:
        return None
    clause, offset = found
    a, b = start - offset, end - offset
    if (
        a < 0
        or b > len(clause)
        or clause[:a].count("（") + clause[:a].count("(") > clause[:a].count("）") + clause[:a].count(")")
    ):
        return None
    # "当 X 为 3 天时，" is a condition; what follows it would be missing from the question.
    if (
        re.search(r"(时|后|前|的|者|的话|之后|之前|情况下|场景下|为例)$", clause[b:].strip() or "x")
        or clause[b:].strip() == "时"
    ):
        return None
    if re.match(r"(如果|若|当|只有|除非|无论|虽然|即使|尽管|由于|因为)", clause) and "，" not in clause:
        return None
    left, right = clause[:a].rstrip(), clause[b:].strip()
    gap = " " if re.search(r"[A-Za-z0-9]$", left) else ""
    gap2 = " " if re.match(r"[A-Za-z0-9]", right) else ""
    asked = finish(f"{left}{gap}{word}{gap2}{right}")
    # "在哪一年的系列剧中？", "原因是多少？": a phrase of time or place, or half a thought, asks for nothing.
    if _NO_QUESTION.search(asked):
        return None
    return asked, clause


def finish(text: str) -> str:
    """A question's last touch: no closing mark but the question mark, no doubled blanks."""
    text = re.sub(r"^(你|您)(可以|需要|必须|应该?|要)?", lambda m: m.group(2) or "", text.strip())
    text = re.sub(r"(?<=，)(?:你|您)(?=可以?|需要|应)", "", re.sub(r"\s+", " ", text)).strip("，。；：,;: ？?")
    # "是经教育部批准" is asked "是经哪个部门批准的".
    if re.search(r"是(?:由|经)[^，的]*(?:谁|哪[个家些])[^，的]{2,8}$", text):
        text += "的"
    return text.rstrip("？?") + "？"
