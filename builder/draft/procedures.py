"""Headings that name an action, and lists that are steps."""

from __future__ import annotations

import re

from builder.draft.chinese.base import finish
from builder.draft.english.base import is_dangling as dangling_en
from builder.draft.english.grammar import gerund_to_base, parser

_ZH_ACTIONS = (
    "配置|开启|关闭|设置|查看|创建|删除|修改|使用|安装|部署|升级|扩容|缩容|备份|恢复|启用|禁用|监控|导出|导入|定位|申请|办理|提交|报销|调整|连接|"
    "获取|启动|停止|验证|检查|选择|执行|迁移|添加|移除|更新|重启|访问|登录|清理|收集|停用|编写|优化|避免|排查|重置|绑定|注册|取消|下载|预订|打印|"
    "更换|校准|清洁|维护|接入|退出|变更|查询|审批|发起|填写|归还|领用|借用|盘点|评估|编辑|转换|生成|加载|分析|诊断|回滚|切换|卸载|限制|控制|读取|"
    "写入|运行|管理|实现|解决|处理|应对|撤销|延长|缩短|签署|签订|上传|搭建|初始化|准备|打散|转移|刷新|插入|声明|定义|引入|包含|测试|自定义"
)
_NOMINAL_ZH = re.compile(
    r"(限制|说明|概述|建议|原则|场景|示例|参数|介绍|注意事项|要求|简介|概览|架构|原理|兼容性|功能|变化|详情|结果|案例|策略|小结|总结|模式|机制|常见问题|问题|"
    r"指南|手册|对比|行为|配置|设置|状态|权限|类型|列表|页面|特性|优势|最佳实践|任务|信息)$"
)


def action_zh(text: str) -> bool:
    """Whether a heading names an action on something: "配置密码复杂度策略"."""
    if not 4 <= len(text) <= 30 or text.endswith(("？", "?")) or "：" in text:
        return False
    first = re.match(rf"(?:{_ZH_ACTIONS})", text)
    if first is None:
        return (
            re.match(r"(通过|利用|从|在|为|对|将|向|手动|在线)", text) is not None
            and re.search(rf"({_ZH_ACTIONS})", text) is not None
            and not _NOMINAL_ZH.search(text)
        )
    rest = text[first.end() :]
    if len(rest.strip()) < 2 or re.match(
        r"(式|性|率|限制|说明|要求|场景|示例|建议|方式|方法|指南|原则|流程|步骤|时间|期限|权限|标准|范围|人|费用|条件|功能|任务|与|和|、|的|中|前|后|时)",
        rest,
    ):
        return False
    return (
        re.search(
            r"(限制|说明|概述|建议|原则|场景|示例|介绍|注意事项|要求|简介|概览|最佳实践|常见问题|指南|对比|优势|机制|的使用|的管理|规则|标准|办法|制度|规定|流程|分级|责任|小结|总结|回顾|概要)$",
            text,
        )
        is None
    )


_ACTION_EN = re.compile(
    r"^(add|apply|approve|book|build|cancel|change|check|choose|claim|clean|close|complete|configure|connect|contact|create|delete|deploy|"
    r"disable|download|edit|enable|enroll|export|file|find|fix|get|handle|import|install|invite|join|log in|maintain|make|manage|move|open|"
    r"order|pay|plan|prepare|print|propose|purchase|recover|register|remove|renew|replace|report|request|reset|resolve|restore|return|review|"
    r"run|save|schedule|search|select|send|set up|share|sign|start|stop|submit|sync|take|test|transfer|turn|update|upgrade|upload|use|verify|"
    r"view|withdraw|write|declare|define|import|customize|display|embed|retrieve|deploy|debug)\b (?!(case|cases|guide|policy|form|only|of)\b)[\w'’(]",
    re.IGNORECASE,
)


def action_en(heading: str) -> str | None:
    """The bare action a heading names: "Requesting leave", "How to request leave" or "Request leave" as "request leave"."""
    text = heading.rstrip(".")
    how = re.match(r"How (?:to|do I|do you|can I|can you) (.+?)\??$", text)
    if how:
        return _lower_action(how.group(1))
    if len(text.split()) > 10 or "?" in text or ":" in text:
        return None
    if re.search(r" and [a-z]+ing\b", text) or "&" in text:
        return None
    base = gerund_to_base(text) if re.match(r"[A-Z]?[a-z]+ing ", text) else None
    if base:
        return _lower_action(base)
    if _ACTION_EN.match(text):
        return _lower_action(text)
    return None


def _lower_action(text: str) -> str:
    text = text[0].lower() + text[1:]
    if (
        sum(w[:1].isupper() and w[1:].islower() for w in text.split()) > 0.5 * len(text.split())
        and len(text.split()) > 3
    ):
        text = " ".join(
            w.lower() if w in ("Your", "The", "A", "An", "Of", "To", "For", "And", "In", "On", "With") else w
            for w in text.split()
        )
    return text


def are_steps(items: list[str], language: str) -> bool:
    """Whether most items tell what to do."""
    told = [_tells_step(t) for t in items] if language == "zh" else [_imperative(t) for t in items]
    return sum(told) >= 0.6 * len(items)


_STEP_ZH = re.compile(
    r"(请|点击|在|打开|登录|访问|选择|输入|填写|提交|执行|运行|使用|创建|配置|设置|检查|确认|将|按|通过|下载|安装|启动|停止|修改|查看|进入|"
    r"联系|等待|完成|关闭|开启|删除|添加|准备|导出|导入|保存|重启|由)"
)


def _tells_step(text: str) -> bool:
    return _STEP_ZH.match(text) is not None or re.match(rf"(?:{_ZH_ACTIONS})", text) is not None


def _imperative(text: str) -> bool:
    first = re.split(r"[.!?]\s|,", text, maxsplit=1)[0]
    body = (
        re.sub(
            r"^(then|next|first|finally|now|please|on the \w+|in the \w+|once .*?|if .*?)\b,?\s*",
            "",
            first,
            flags=re.IGNORECASE,
        )
        or first
    )
    doc = parser()(f"Please {body[0].lower()}{body[1:]}.")
    return len(doc) > 2 and doc[1].tag_ in ("VB", "VBP") and doc[1].lemma_ not in ("be", "must", "may")


def how_question(heading: str, language: str) -> str | None:
    """How the action of a heading is asked for, or None when it names no action."""
    if language == "zh":
        bare = re.sub(r"^(如何|怎么|怎样)", "", heading).rstrip("？?")
        if bare != heading.rstrip("？?") and 4 <= len(bare) <= 40:
            return finish(f"如何{gap(bare, left=True)}{bare}")
        return finish(f"如何{gap(bare, left=True)}{bare}") if action_zh(bare) else None
    action = action_en(heading)
    return f"How do you {action}?" if action and not dangling_en(action) else None


def gap(text: str, *, left: bool = False) -> str:
    edge = text[:1] if left else text[-1:]
    return " " if edge.isascii() and edge.isalnum() else ""
