"""Which Chinese questions are whole: they say something of something named, and lean on no other sentence."""

from __future__ import annotations

import re

from builder.draft.chinese.base import Asked
from builder.draft.chinese.grammar import has_predicate, is_run_on


def _in_modifier(question: str) -> bool:
    """Whether the question word sits inside a "…的" before the last noun of a sentence that has its verb already."""
    parts = re.split(r"(?:于|在|自|从)?(?:哪一年|什么时候)", question.rstrip("？"), maxsplit=1)
    if len(parts) < 2:
        return False
    # "于什么时候上映的…", "来源自哪一年成立于…": the date tells which film, which company.
    if re.match(r"[\u4e00-\u9fff]{1,4}的", parts[1]) or re.search(r"来?源自?$|自$", parts[0]):
        return True
    left = re.split(r"[，：]", parts[0])[-1]
    behind = re.match(r"[^，]{1,16}的[^，的]{1,10}$|名为", parts[1]) is not None
    return behind and (has_predicate(left) or left.endswith("是"))


# What is only clear on the day and in the place it was written.
_DEICTIC = re.compile(
    r"记者|获悉|透露|据悉|消息|当日|当天|本届|本次|此次|近日|日前|今后|同比|环比|去年|今年|昨日|明年|本月|上月|列表|表中|图中|文中|第 ?\d+ ?页|两头|以来？$"
)
# Who speaks, and a day that only its week knows.
_SPOKEN = re.compile(
    r"[我您咱]|(?<![其吉])[他她牠祂](?![人国乡者])|^年[末底初]|^你|你们|大家|人家|自己家|楼主|亲们|小编|[本贵敝](?:校|院|院系|司|公司|市|省|县|店|站|团队|专业|学科|中心|人)|(?<![月\d])\d{1,2}日|(?:今|明|昨|前|后)[天日晚]|上周|本周|下周|上午|下午|[一二三四]季度|战友|小伙伴|亲们|朋友们|同学们|家长们|不久|即将|近期|截至|目前|现时|如今"
)
# What takes for granted that something was said before.
_TAKEN_UP = re.compile(
    r"依然|依旧|仍然?(?!旧)|再次|再度|[^一不]又(?!称|名|译|叫)|[也亦](?!是一)|还(?![款原给清])|同样|此前|随后|此后|期间|一度|(?<![规原守细准法通总否])则|继而|进而|从而|反而|却|便(?![利民携宜道捷])|继续|将会|预计|有望|估计|力争|终于|果然|其实|甚至|尤其|其中|特别是|至此|分别"
)
# Two names or a bare crowd that no reader knows.
_NOBODY = re.compile(
    r"^(?:两人|两国|双方|大家|有人|许多人|人们|众人|当局|对方|一方|第[一二三四五六七八九十\d]+[个位名条次部]|首[个位名条次部款届批家]|另[一外]?|上面|下面|前面|后面)"
)


# Templates that put a question word in the place of a value.
_IN_PLACE = ("zh:number", "zh:count", "zh:date", "zh:who", "zh:version", "zh:which")


# Half a thought, a colon with a tale behind it, a blank where a word was lost.
_BROKEN = re.compile(r"——|（，|^的|[\u4e00-\u9fff] [\u4e00-\u9fff]|位于的|\d\s*(?:哪一年|什么时候)")
_LEADS_ON = re.compile(r"如果|若|当|对于?|在|从|自|经|凡|除|按|根据|通过|使用|为|由于|因|每|超过|未|满|距|截至|关于")
# What is told as somebody's words or as open is no fact.
_SAID = re.compile(r"会否|是否|能否|^[^，]{2,16}(?:表示|认为|指出|称|说|强调|透露|介绍|回忆|坦言)，")


def is_sound(asked: Asked) -> bool:
    """Whether a question is whole: it says something of something named, and leans on no other sentence."""
    question = asked.question
    if any(pattern.search(question) for pattern in (_BROKEN, _DEICTIC, _SPOKEN, _NOBODY)):
        return False
    if re.search(r"位于的|当[他她它牠]|^[他她]", question + asked.statement):
        return False
    if asked.template == "zh:why":
        return (
            re.search(r"[还也亦仍就]", question) is None and re.search(r"[他她牠祂]们?(?!人)", asked.statement) is None
        )
    if asked.template not in _IN_PLACE:
        return True
    if _SAID.search(asked.statement) or _TAKEN_UP.search(question) or _leans(question, asked.template):
        return False
    # A figure behind a told clause belongs to whatever that clause left unnamed.
    if asked.template == "zh:number" and re.match(r"[^，]{8,}，", question) and not _LEADS_ON.match(question):
        return False
    return not _in_modifier(question) and has_predicate(asked.statement) and not is_run_on(question)


def _leans(question: str, template: str) -> bool:
    """Whether a question in place needs what was said before, or asks beside the point."""
    body = re.sub(r"^关于[^：，]*[：，]", "", question)
    if template == "zh:date" and re.search(r"[：「]|哪一年新年", body):
        return True
    # "但在哪一年", "…时达到高潮": the sentence before, or another event, would be needed to understand it.
    if re.search(r"，[但则并却而]|时(?![间期候代尚段速任至])[^，]*？$|的？$|[是为]哪一年|哪一年人口", question):
        return re.search(r"是(?:由|经)[^，]*的？$", question) is None
    if re.search(r"(?<!其)[它牠]", body):
        return True
    if question.startswith(("多少", "几", "由", "被")) or re.search(r"方面，|\s，", question):
        return True
    return re.search(r"[:：].*(?:哪|什么|多少)|/|哪一年(?:第|[上下]半年|.{0,1}[春夏秋冬]季)", body) is not None
