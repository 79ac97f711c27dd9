"""RAGAS or RAGChecker over the same items against the same server; run by the interpreter of the peer's own venv.

    PEER_PYTHON bench/peer_calls.py ragas|ragchecker URL ITEMS.json CONCURRENCY

Prints the seconds it took and the mean of each metric as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time

os.environ.setdefault("RAGAS_DO_NOT_TRACK", "true")
os.environ["OPENAI_API_KEY"] = "none"


def ragas(url: str, items: list[dict], concurrency: int) -> dict:
    """Its four metrics: faithfulness, answer relevancy, context precision, context recall."""
    from langchain_core.embeddings import Embeddings
    from langchain_openai import ChatOpenAI
    from ragas import EvaluationDataset, RunConfig, evaluate
    from ragas.embeddings import LangchainEmbeddingsWrapper
    from ragas.llms import LangchainLLMWrapper
    from ragas.metrics import answer_relevancy, context_precision, context_recall, faithfulness

    class Constant(Embeddings):
        def embed_documents(self, texts):
            return [[1.0, 0.0] for _ in texts]

        def embed_query(self, text):
            return [1.0, 0.0]

    rows = [
        {"user_input": i["question"], "response": i["answer"], "reference": i["reference"], "retrieved_contexts": i["passages"]}
        for i in items
    ]  # fmt: skip
    llm = LangchainLLMWrapper(ChatOpenAI(model="scripted", base_url=url, temperature=0))
    started = time.monotonic()
    found = evaluate(
        EvaluationDataset.from_list(rows),
        metrics=[faithfulness, answer_relevancy, context_precision, context_recall],
        llm=llm,
        embeddings=LangchainEmbeddingsWrapper(Constant()),
        run_config=RunConfig(max_workers=concurrency),
        show_progress=False,
    )
    seconds = time.monotonic() - started
    frame = found.to_pandas().select_dtypes("number")
    return {"seconds": seconds, "values": {name: float(frame[name].mean()) for name in frame}}


def ragchecker(url: str, items: list[dict], concurrency: int) -> dict:
    """All eleven metrics, five claims checked jointly as by default."""
    from ragchecker import RAGChecker, RAGResults
    from ragchecker.metrics import all_metrics

    rows = [
        {
            "query_id": str(n), "query": i["question"], "gt_answer": i["reference"], "response": i["answer"],
            "retrieved_context": [{"doc_id": str(k), "text": t} for k, t in enumerate(i["passages"])],
        }
        for n, i in enumerate(items)
    ]  # fmt: skip
    checker = RAGChecker(
        extractor_name="openai/scripted", checker_name="openai/scripted", extractor_api_base=url, checker_api_base=url,
        batch_size_extractor=concurrency, batch_size_checker=concurrency,
    )  # fmt: skip
    results = RAGResults.from_json(json.dumps({"results": rows}))
    started = time.monotonic()
    checker.evaluate(results, all_metrics)
    seconds = time.monotonic() - started
    return {"seconds": seconds, "values": {k: float(v) for group in results.metrics.values() for k, v in group.items()}}


if __name__ == "__main__":
    peer, url, path, concurrency = sys.argv[1:5]
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    print(json.dumps({"ragas": ragas, "ragchecker": ragchecker}[peer](url, given, int(concurrency))))
