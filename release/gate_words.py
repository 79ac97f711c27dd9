"""Thresholds of gates in Chinese: they are stored in English, with their numbers filled in."""

from __future__ import annotations

_WHOLE = {
    "every item decided": "每题已审定", "0 pairs": "0 对", "both present": "两项说明齐全", "both notes present": "两项说明齐全",
    "≥ half of each language's share": "不低于各语言占比的一半",
}  # fmt: skip
_PARTS = (
    ("factual", "事实题"), ("multi_hop", "多跳题"), (" of ", " / "), ("reject rate", "拒绝率"), (" at ", "，置信度 "),
    (" confidence", ""), ("Krippendorff's", "Krippendorff"), (", ", "，"),
)  # fmt: skip


def threshold_zh(threshold: str) -> str:
    """A threshold in Chinese."""
    said = _WHOLE.get(threshold, threshold)
    for english, chinese in _PARTS:
        said = said.replace(english, chinese)
    return said
