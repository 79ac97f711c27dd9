"""Everyday words that stand for each other in policies, manuals and news: compared as one word."""

from __future__ import annotations

from functools import lru_cache

from core.text.tokens import content_words

_GROUPS = """
employee staff worker personnel | leave vacation holiday | annual yearly | begin start commence | end finish conclude terminate
buy purchase acquire | cost price fee charge | need require necessitate | allow permit let authorize | forbid prohibit ban
help assist support | show display indicate | choose select pick | change modify alter | delete remove erase | create make build
send submit deliver dispatch | receive obtain get | give provide offer grant supply | ask request apply | answer reply respond
fix repair | find locate | big large | small little | quick fast rapid | important key crucial | whole entire complete full
firm company business enterprise corporation | customer client | car vehicle automobile | film movie | job position post
phone telephone | address location | manager supervisor | approve authorise approval | pay payment | return refund reimburse
minimum least | maximum most limit | written writing | consent permission approval | mandatory compulsory obligatory
laptop notebook | home house | street road | doctor physician | child kid | woman lady | man guy | kill murder slay
say state declare announce | tell inform notify | use utilize employ | live reside | die pass | marry wed | located situated based
founded established created | founder creator | author writer | movie picture | song track | show programme program | win victory
near close | abroad overseas | monthly month | weekly week | daily day | yearly year | prior advance before | connect attach link
item product goods article | unopened sealed | money funds | amount sum | error fault mistake | several many numerous | also too
员工 职工 雇员 职员 工作人员 | 年假 年休假 | 开始 起始 启动 开启 | 结束 终止 完成 | 购买 购置 采购 | 费用 费 价格 花费 | 需要 需 须 必须 应 应当 要
可以 可 能 能够 允许 | 禁止 严禁 不准 | 帮助 协助 | 显示 表明 | 选择 挑选 | 修改 更改 变更 更换 | 删除 移除 | 创建 新建 建立 创立 成立 创办 设立
提交 递交 上报 | 获得 取得 得到 收到 | 提供 给予 | 申请 请求 | 回答 答复 | 修理 维修 | 公司 企业 | 客户 顾客 用户 | 手机 电话 | 地址 位置 地点
经理 主管 | 批准 同意 审批 核准 | 支付 付款 缴纳 交纳 | 退款 退还 返还 退回 | 最少 至少 最低 | 最多 至多 最高 上限 | 书面 | 强制 必需
笔记本 笔记本电脑 | 说 表示 称 指出 宣布 | 告知 通知 | 使用 采用 用 运用 | 居住 住 | 去世 逝世 死亡 | 位于 坐落 地处 | 创始人 创办人 | 作者 作家
总部 总公司 | 搬 搬迁 迁 迁至 迁到 搬到 | 功率 | 质保 保修 质保期 保修期 | 重量 重 | 入职 新入职 | 新员工 | 出差 差旅 | 住宿 住宿费 | 电脑 计算机
享有 享受 拥有 具有 | 每年 年度 | 每月 | 每天 每日 | 增加 增长 上升 提高 | 减少 下降 降低 | 拆封 开封 | 商品 产品 货物 | 报告 上报 汇报 | 立即 马上 尽快
携带 带 | 保持 维持 | 解除 终止 | 提前 预先 事先 | 丢失 遗失 | 开启 启用 打开 | 规定 条款 | 期限 时限 | 超过 超出 高于 | 低于 少于
"""


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for group in _GROUPS.replace("\n", " | ").split("|"):
        stems = [stem for word in group.split() for stem in (content_words(word) or [word])[:1]]
        for stem in stems:
            # The first group that lists a word keeps it: groups are not merged through a shared word.
            table.setdefault(stem, stems[0])
    return table


def canonical(word: str) -> str:
    """The word that stands for all its near equals; the word itself when it has none."""
    return _table().get(word, word)
