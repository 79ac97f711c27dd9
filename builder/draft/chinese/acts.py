"""Chinese phrases that name an act ("配置密码复杂度策略") and sentences that tell one ("点击“确定”")."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.draft.chinese.grammar import tagged
from builder.draft.chinese.script import simplified

_ACTIONS = (
    "配置|开启|关闭|设置|查看|创建|删除|修改|使用|安装|部署|升级|扩容|缩容|备份|恢复|启用|禁用|监控|导出|导入|定位|申请|办理|提交|报销|调整|连接|"
    "获取|启动|停止|验证|检查|选择|执行|迁移|添加|移除|更新|重启|访问|登录|清理|收集|停用|编写|优化|避免|排查|重置|绑定|注册|取消|下载|预订|打印|"
    "更换|校准|清洁|维护|接入|退出|变更|查询|审批|发起|填写|归还|领用|借用|盘点|评估|编辑|转换|生成|加载|分析|诊断|回滚|切换|卸载|限制|控制|读取|"
    "写入|运行|管理|实现|解决|处理|应对|撤销|延长|缩短|签署|签订|上传|搭建|初始化|准备|打散|转移|刷新|插入|声明|定义|引入|包含|测试|自定义|"
    "新增|储存|列印|汇入|汇出|套用|建立|变更|绘制|生成|编译|构建|开发|调用|扩展|传递|绘图|复制|移动|排序|锁定|解锁|隐藏|显示|缩放|拖动|合并|拆分|重命名|保存|打开|指定|分配|挂载|卸除|格式化|压缩|解压|同步|共享|分享|搜索|筛选|替换|对齐|旋转|裁剪|录制|播放"
)
# Headings whose last word makes a subject of the act: "安装要求", and in short ones "备份频率".
_NOMINAL = re.compile(
    r"(限制|说明|概述|建议|原则|场景|示例|例子|介绍|注意事项|要求|简介|概览|原理|兼容性|详情|案例|小结|总结|回顾|概要|机制|常见问题|最佳实践|知识|需要|所需|命令行|"
    r"指南|手册|对比|优势|的使用|的管理|规则|标准|办法|制度|规定|流程|步骤|分级|责任|教程|须知|必要性|重要性|可行性|意义|背景|原因|续页|队列|主题|菜单|界面|窗口|日志|记录|历史)$"
)
_SHORT_NOMINAL = re.compile(r"^.{2,3}(频率|对象|方法|方式|时间|步骤|顺序|错误|过程|费用|条件|系统|状态|类型|列表|信息|策略|权限|参数|功能|结果|文件|特性|任务|模式|行为|架构|变化)$")  # fmt: skip
# Verbs that tell what a thing is or is like, or what a reader does with the page.
_NO_ACT = re.compile(
    r"[高低大小多少等]于|超过|更(?![改新换])|支持|包[含括]|具有|属于|需要|关于|存在|[是有可能会使让]|适用|缺少|兼容|依赖|遇到|出现|成为|无法|不|发生|丢失|忘记|遗失|感谢|欢迎|了解|参与|贡献|认识|入门|探索|深入|学习|理解|参考|阅读|回顾|总结|介绍|说明|得到帮助|寻求"
)


@lru_cache(maxsize=20_000)
def names_act(text: str, loose: bool = False) -> bool:
    """Whether a phrase names an act on something: "配置密码复杂度策略"; `loose` takes any verb in front, where steps follow."""
    text = simplified(text)
    if (
        not 4 <= len(text) <= 30
        or re.search(r"[？?：:，。！!]", text)
        or _NOMINAL.search(text)
        or _SHORT_NOMINAL.match(text)
    ):
        return False
    first = re.match(rf"(?:{_ACTIONS})", text)
    if first is None:
        led = re.match(r"(通过|利用|从|在|为|对|将|把|向|用|以|手动|自动|在线|批量|安全)", text)
        if led and re.search(rf"({_ACTIONS})", text):
            # "批量导入": of what, it does not say.
            return re.fullmatch(rf"(?:手动|自动|在线|批量|安全|向[上下左右前后])(?:{_ACTIONS})", text) is None
        words = tagged(text)
        lead = [flag[0] for _, flag in words[:2]]
        return (
            loose
            and len(words) > 1
            and (lead[0] == "v" or lead[0] in "adb" and lead[1] == "v")
            and not _NO_ACT.match(text)
        )
    rest = text[first.end() :]
    return len(rest.strip()) >= 2 and not re.match(
        r"(式|性|率|机|器|量|格|限制|说明|要求|场景|示例|建议|方式|方法|指南|原则|流程|步骤|时间|期限|权限|标准|范围|人|费用|条件|功能|任务|与|、|的|中|前|后|时)", rest
    )  # fmt: skip


# Verbs that stand in front of a noun as its attribute as well: "自定义词典", "备份文件".
_ATTRIBUTIVE = re.compile(
    "自定义|备份|恢复|同步|共享|分享|压缩|测试|开发|扩展|连接|编译|构建|打印|列印|监控|访问|搜索|分析|诊断|初始化|打散|播放|录制|显示|隐藏|锁定|选择|编辑|绘制|绘图|移动|复制|定义|引入|包含|控制|限制|使用|管理|清理"
)


def is_done(act: str, text: str) -> bool:
    """Whether a page speaks of an act as done or to be done: "自定义规则语法" may as well be the syntax of custom rules."""
    first = _ATTRIBUTIVE.match(act)
    if first is None:
        return True
    verb, last = re.escape(first.group()), re.escape(tagged(act)[-1][0])
    asked = "请|要|可以?|能够?|需|如何|怎[么样]|应该?|来|想|以便?|[你您]|先|用于|允许|通过"
    done = rf"(?:{asked})[^，。\n]{{0,4}}{verb}(?!的)[^，。；\n]{{0,14}}{last}|[将把对][^，。\n]{{0,14}}{last}[^，。]{{0,6}}{verb}"
    return re.search(done, text) is not None


_STEP = re.compile(
    r"(请|点击|单击|双击|在|打开|登录|访问|选择|选中|取消|输入|填写|提交|执行|运行|使用|创建|配置|设置|检查|确认|将|把|按|通过|下载|安装|启动|停止|修改|查看|进入|转到|切换|拖|勾选|"
    r"联系|拖曳|键入|点选|释放|按|等待|完成|关闭|开启|删除|添加|准备|导出|导入|保存|重启|由|如果|（可选）|\(可选\)|从|用|为|对|再|然后|最后|搜索|插入|接着|指定|编辑|定位|选取|透过|呼叫|移至|移到|套用|回到|返回|重复|双击|右击|右键|鼠标)"
)


def tells_step(text: str) -> bool:
    """Whether a list item tells what to do."""
    text = simplified(text)
    return _STEP.match(text) is not None or re.match(rf"(?:{_ACTIONS})", text) is not None


# An order opens its sentence, perhaps behind what it is for: "选择“插入”", "要启动服务，可以通过…"; "使用的名称" gives none.
_FOR = r"(?:(?:要|若|如需|如果|为了?|当|在|对于?|针对|首先|默认情况下)[^，。]{2,40}，(?:还?需要[^，。]{2,24}，)?|[^，。]{2,8}模式下，)?"
_ACT = (
    r"(?:按一下|按两下|键入|点选|拖曳|通过|使用(?!的|时)|利用|执行|点击|单击|双击|打开|运行|设置(?!后)|配置(?!后)|选择|选中|填写|提交|登录|联系|添加|修改|调用|访问|按(?!照|钮)|输入|拖动|勾选|将|把|创建|安装|编辑|重启|启动|"
    r"在[^，。]{2,30}[中里上下内处侧栏框](?:点击|单击|选择|输入|添加|设置|勾选|执行|运行|指定|右击)|向|查看|删除|下载)"
)
_ORDER = re.compile(rf"^{_FOR}(?:(?:你|您|用户)?(?:请|先|再|可以?|只?需要?|只要|应当?|应该|要|直接))*{_ACT}[^。]{{3,}}")
# A means one can take hold of: what is pressed, typed, opened, called or handed in.
_MEANS = re.compile(
    r"[「“\"][^」”\"]{1,40}[」”\"]|[A-Za-z]{2}|点击|单击|双击|右键|菜单|选择|按下|按住|输入|拖动|勾选|填写|提交|联系|键|\d"
)


# "选择「编辑组合」双击以进入": two ways to one end, of which a program shows one.
RUN_TOGETHER = re.compile(r"[」”](?:双击|单击|点击)|[「“][^」”]+[」”] ?[「“][^」”]+[」”]")

# What is done in a dialog or a list helps nobody who is not told which.
_IN_DIALOG = re.compile(r"[「“\"](?:确定|应用|保存|完成|关闭)[」”\"]|确定按钮|列表框?中")
_WAY = re.compile(r"菜单|对话框|工具栏|选项卡|标签页|面板|窗口|[「“\"][^」”\"]+ ?(?:-|→|>|▸|–) ?[^」”\"]+[」”\"]|→")


_PRESSES = re.compile(
    r"(?:请|则|可以?|需要?|你|您|先|再|只|直接)*(?:在[^，。]{1,12})?(?:选择|选取|选中|勾选|取消选[中择]|启用|点击|单击|双击|点选|按(?!照)|输入|键入|拖动|将|把)"
)


def happens_inside(told: str) -> bool:
    """Whether what somebody should do presses or picks something no menu leads to: it says nothing away from its dialog or tool."""
    done = re.split(r"，(?=(?:请|则|可|需|按|点|选|双|单|在|将|把|输))", simplified(told), maxsplit=1)[-1]
    return _PRESSES.match(done) is not None and _WAY.search(told) is None


def leaves_out_way(told: str) -> bool:
    """Whether what somebody should do begins inside a dialog or list nobody is led to, or runs two ways into one."""
    return RUN_TOGETHER.search(told) is not None or _IN_DIALOG.search(told) is not None and _WAY.search(told) is None


def tells_how(text: str) -> bool:
    """Whether prose opens with what to do, and with what: its first sentence, or the second behind one that says why."""
    text = simplified(text)
    sentences = re.split(r"(?<=[。！；])\s*|\n", text)
    if re.match(r"在[^，]*中，可以(?:为|将)", text) or re.match(r"[^，。]{2,20}(?:是|指)", text):
        return False
    first = sentences[0] if _ORDER.match(sentences[0]) else ""
    if not first and len(sentences) > 1 and re.match(r"(?:若?要|如需|为了)|.*[：:]$|.*以下", sentences[1]):
        first = sentences[1] if _ORDER.match(sentences[1]) else ""
    return (
        bool(first)
        and _MEANS.search(text if first.endswith(("：", ":")) else first) is not None
        and re.search(r"效率$|用户可以?通过$|后，你可以", first) is None
    )
