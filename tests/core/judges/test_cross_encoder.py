"""An entailment CrossEncoder as judge, with a tiny one made here: the order of its labels is read, never assumed."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from core.errors import BadCall
from core.judges import cross_encoder as module
from core.judges.cross_encoder import CrossEncoderJudge, label_places, pieces_of
from tests.core.judges.test_panel import Fixed

NLI = {0: "contradiction", 1: "entailment", 2: "neutral"}


def tiny(folder, labels):
    """A saved model of random weights; returns its folder."""
    torch = pytest.importorskip("torch")
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"leave is 25 30 days annual paid . ?".split()]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
        num_labels=len(labels), id2label=labels, label2id={name: n for n, name in labels.items()},
    )  # fmt: skip
    made = str(folder / "model")
    BertForSequenceClassification(config).save_pretrained(made)
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(made)
    return made


@pytest.fixture(autouse=True)
def _forget():
    yield
    module.cross_encoder.cache_clear()


def test_three_labels_are_read_in_the_models_own_order(tmp_path):
    folder = tiny(tmp_path, NLI)
    judge = CrossEncoderJudge(folder, Fixed("beside", "neutral"))
    from sentence_transformers import CrossEncoder

    pairs = [("annual leave is 25 days .", "leave is 30 days"), ("paid annual leave .", "leave is 30 days")]
    raw = CrossEncoder(folder).predict(pairs, apply_softmax=True, show_progress_bar=False)
    row = judge.entails(["leave is 30 days"], [text for text, _ in pairs])[0]
    for verdict, (against, entails, _) in zip(row, raw, strict=True):
        expected = "entailed" if entails >= 0.5 else "contradicted" if against >= 0.5 else "neutral"
        sure = {"entailed": entails, "contradicted": against, "neutral": 1 - max(entails, against)}[expected]
        assert verdict.label == expected and verdict.confidence == pytest.approx(float(sure), abs=2e-3)
    assert judge.record.provider == "cross-encoder" and str(tmp_path) not in judge.record.to_json()
    assert judge.relevant("q", ["p"]) == [0.5] and judge.split("a")[0].endswith("a")


def test_one_score_is_a_chance_of_entailment(tmp_path):
    judge = CrossEncoderJudge(tiny(tmp_path, {0: "LABEL_0"}), Fixed("beside", "neutral"))
    verdict = judge.entails(["leave is 25 days"], ["annual leave is 25 days ."])[0][0]
    assert verdict.label in ("entailed", "neutral") and 0.5 <= verdict.confidence <= 1


class Scripted:
    """Entailment where the premise has 25, contradiction where it has 30."""

    config = SimpleNamespace(id2label=NLI, num_labels=3)

    def __init__(self):
        self.pairs = []

    def predict(self, pairs, **more):
        self.pairs.extend(pairs)
        return np.array(
            [[0.05, 0.9, 0.05] if "25" in p else [0.8, 0.1, 0.1] if "30" in p else [0.1, 0.1, 0.8] for p, _ in pairs]
        )


@pytest.fixture
def scripted(monkeypatch):
    pytest.importorskip("torch")
    model = Scripted()
    monkeypatch.setattr(module, "cross_encoder", lambda name, what: model)
    monkeypatch.setattr(module.cross_encoder, "cache_clear", lambda: None, raising=False)
    return CrossEncoderJudge("nli", Fixed("beside", "neutral")), model


def test_a_long_premise_is_read_in_pieces_and_the_deciding_one_is_quoted(scripted):
    judge, _ = scripted
    filler = "Nothing of the kind is said here at all, in any way. " * 30
    row = judge.entails(["x"], [f"{filler}Leave is 25 days. {filler}", f"{filler}Leave is 30 days.", filler, ""])[0]
    assert [v.label for v in row] == ["entailed", "contradicted", "neutral", "neutral"]
    assert len(pieces_of(f"{filler}Leave is 25 days. {filler}")) > 2


def test_a_reply_is_read_after_its_question_and_only_its_own_words_are_quoted(scripted):
    judge, model = scripted
    verdict = judge.states(["x"], "25 days.", "How long is the leave?")[0]
    assert model.pairs == [("How long is the leave? 25 days.", "x")] and verdict.label == "entailed"
    assert verdict.quote == "" and verdict.premise_hash == module.text_hash("25 days.")


@pytest.mark.parametrize(
    ("names", "places"),
    [
        ({0: "ENTAILMENT", 1: "NEUTRAL", 2: "CONTRADICTION"}, {"entailed": 0, "neutral": 1, "contradicted": 2}),
        ({0: "not_entailment", 1: "entailment"}, {"neutral": 0, "entailed": 1}),
    ],
)
def test_label_names(names, places):
    assert label_places("m", SimpleNamespace(id2label=names, num_labels=len(names))) == places


def test_labels_without_names_are_refused_in_one_sentence():
    unnamed = SimpleNamespace(id2label={0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, num_labels=3)
    with pytest.raises(BadCall, match="does not say which of its outputs means what"):
        label_places("m", unnamed)


def test_a_model_that_is_not_there_is_one_sentence(tmp_path):
    pytest.importorskip("torch")
    with pytest.raises(BadCall, match="entailment model .* could not be loaded"):
        CrossEncoderJudge(str(tmp_path / "nothing"), Fixed("beside", "neutral"))
