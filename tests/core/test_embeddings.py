"""The built-in encoder works without a network, in both languages, and rows have unit length."""

from __future__ import annotations

import numpy as np
import pytest

from core.embeddings import DEFAULT, encoder
from core.errors import BadCall


def test_rows_are_unit_length_and_languages_share_a_space() -> None:
    texts = ["Employees have 15 days of annual leave.", "员工每年有15天年假。", "The heat pump weighs 95 kg.", ""]
    rows = encoder().encode(texts)
    assert rows.dtype == np.float32
    assert rows.shape[0] == 4
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-4)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2


def test_one_encoder_per_process() -> None:
    assert encoder() is encoder() is encoder(DEFAULT)
    assert encoder().name == DEFAULT
    assert encoder().encode([]).shape[0] == 0


def test_an_unknown_model_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(BadCall, match="could not be loaded"):
        encoder("./no-such-folder")
