"""Frequent characters of Chinese (simplified, traditional) and Japanese, by which a wrong decoding is told from text.

The simplified and traditional lists are the most frequent characters of public reading-comprehension and manual corpora;
they cover 70 to 90 % of running text, but only about a fifth of what a wrongly chosen encoding yields.
"""

from __future__ import annotations

_SIMPLIFIED = (
    "一万三上下不与且世业东两个中为主么义之乐也书了事二于五亚些交产人什从他代令以们件任份优会传但位体何作你使例供侧保信修值停储元先光克入全公兰共关其具"
    "内写军决况准出击分划列则创利别到制前力功加务动包化北区十升华协单南卡卫即历原县参又及发取受变口古句只可台史号司各合同名后向否含启吴员命和响哪器四回因"
    "围国图在地场均型城域基境增士处备复外多大天太夫失头奇奥女如始子字存孙学安完定实客家容密对导将小少尔就尼属山岛州工已巴市布帝带常平年并广库应庙度建开式引"
    "张当录形影得德心志快态性总恢息情意成或战户所手打执报拉括持指据接控推提操支改政效教数整文断斯新方族无日时明星是显景更曾最月有服朝期未本术机权条来构果查"
    "标校样根格模次正此步武段每比民水求汉江没河法注洲流海清港游湾源演点热然照片版物特状王环现球理生用由电界白的皇监盘目直相省看真石码确示离种科称程空立站端"
    "第等管米类系索约级纪线组经结统维网罗置署美群考者而联能自至致色节英获著行表被西要见观规视角解计认议记设访证试询该语误说请诺读调资赛起超足路身车载较达过"
    "运近还这进连选通速造道那部都配里重量金铁错长门问间队阳阿陆限除雀集需非面音项题风食首香马高鱼黄黑默龙"
    "您吗吧呢把给让做想需价钱品费订货买卖员工假病休申请审批签订规章条款第部负责人电话邮箱地址姓名编号劳动合同报酬社会保险培训"
)
_TRADITIONAL = (
    "並亞低來個們候倫傳內兩則劃動務區參反品員唐商單國團土堡場塞威孫學宣實將對導局居展屬島崎帶幾府庫廣強很後從恆應戰技擊據放數於早時書會村東林條森業構樂標機"
    "權歐氣決沙治活派測溫漢濟灣無營爭現產當發盟眾研社祖福種積策納約紀結級統經維網線縣總織羅翰聯與舉華萬落蒙薩蘇蘭處術觀規記設許該認語說誰議變質賽赫軍較轉這"
    "連進過運達遺選還邊邦酒長開間關院陸隊際電韓領類風馬體麗點黨請問嗎價錢買賣訂費員號樓層"
)
_JAPANESE = "円県駅気込働様彼僕私売買読聞話食飲見行来帰出入口東京大阪名古屋府道市区町村社員会議資料確認対応変更株式佐藤鈴木田中山高橋郎太美香住所年齢"

COMMON_HAN = frozenset(_SIMPLIFIED + _TRADITIONAL + _JAPANESE)
COMMON_CHINESE = frozenset(_SIMPLIFIED + _TRADITIONAL)
# The most frequent syllables of running Korean: particles, endings, and what the commonest words begin with.
COMMON_HANGUL = frozenset(
    "이다는을의에가고하지를은사도기한로서자대어그으나리아들시인일해수있제정과보여라상전적부장니공주원요습관"
)
