"""Import: questions that people asked or other tools hold; what the file is, which column is what, what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from core.errors import AssayError
from core.records import KnowledgeBase
from core.store import documents
from screens import job_bar
from screens.fault import show_fault
from screens.plain import plain
from screens.retold import retold
from screens.session import knowledge_base, reviewer, store
from screens.words import sentences, words
from verbs.importing import WITH_CORPUS
from verbs.uploads import keep_import

FIELDS = ("question", "answer", "evidence", "source", "kind", "tags", "external_id", "reply", "feedback")
SHOWN = 5
# Kinds of file that hold what users typed.
PRODUCTION = ("traces", "log")
LISTED = 200


def _file(kb: KnowledgeBase) -> Path | None:
    """The file chosen; kept in the workspace, so that the import can be resumed."""
    given = st.file_uploader(words("import.file"), key="import_file", help=words("import.file_help"))
    if given is None:
        return None
    key = (given.file_id, given.name)
    if st.session_state.get("import_key") != key:
        try:
            st.session_state["import_path"] = str(keep_import(store(), kb, given.name, given))
        except AssayError as error:
            show_fault(error)
            return None
        st.session_state["import_key"] = key
    return Path(st.session_state["import_path"])


def _format(path: Path) -> str:
    from builder.questions.read import SOURCES, detect
    from release.formats.registry import FORMATS

    seen = detect(path)
    options = [*SOURCES, "assay", *(name for name in FORMATS if FORMATS[name].suffix or name == seen)]
    return str(
        st.selectbox(
            words("import.format"), options, index=options.index(seen), key=f"import_format_{path.name}",
            format_func=_kind_name,
            help=words("import.format_help"),
        )
    )  # fmt: skip


def _kind_name(name: str) -> str:
    from release.formats.registry import FORMATS

    return FORMATS[name].name if name in FORMATS else words(f"import.is_{name}")


def _mapping(path: Path) -> dict[str, str]:
    """Which column holds what, guessed and editable."""
    from builder.questions.read import columns
    from builder.questions.table import guess_mapping

    names, _ = columns(path)
    guess = guess_mapping(names)
    st.caption(words("import.mapping_help"))
    mapping: dict[str, str] = {}
    for place, field in enumerate(FIELDS):
        if place % 3 == 0:
            row = st.columns(3)
        options = ["", *names]
        chosen = row[place % 3].selectbox(
            words(f"import.field_{field}"), options, index=options.index(guess.get(field, "")),
            key=f"import_map_{field}_{path.name}", format_func=lambda n: n or words("import.no_column"),
        )  # fmt: skip
        if chosen:
            mapping[field] = chosen
    return mapping


def _preview(path: Path, name: str, mapping: dict[str, str]) -> bool:
    """The first questions as they would come in; False where nothing can be read."""
    from builder.questions.read import source_named
    from release.formats.registry import format_named

    try:
        source = source_named("table" if name == "assay" else name)
        if source is not None:
            found = source.read(path, mapping or None)
            rows, refused = found.rows, found.refused
        else:
            rows, refused = format_named(name).read(path), []
    except AssayError as error:
        show_fault(error, path)
        return False
    if not rows:
        st.warning(words("import.nothing", what=_kind_name(name)))
        for one in refused[:SHOWN]:
            st.caption(f"- {plain(retold(one))}")
        return False
    st.markdown(f"**{words('import.preview', n=f'{len(rows):,}')}**")
    # The box stands below and may not have been drawn yet.
    masked = st.session_state.get(f"import_mask_{name}", name in PRODUCTION)
    st.dataframe([_shown(row, masked) for row in rows[:SHOWN]], hide_index=True, width="stretch")
    if refused:
        st.caption(sentences(words("import.will_refuse", n=len(refused)), plain(retold(refused[0]))))
    return True


def _shown(row: dict[str, Any], masked: bool) -> dict[str, str]:
    from builder.questions.mask import mask

    def told(name: str) -> str:
        text = str(row.get(name) or "")
        return mask(text).text if masked else text

    evidence = "; ".join(str(e.get("quote", ""))[:120] for e in row.get("evidence") or [])
    return {
        words("import.field_question"): told("question"),
        words("import.field_answer"): told("answer") or "–",
        words("import.field_evidence"): evidence or "–",
    }


def _start(kb: KnowledgeBase, path: Path, name: str, mapping: dict[str, str]) -> None:
    left, right = st.columns(2)
    masked = left.checkbox(
        words("import.mask"), value=name in PRODUCTION, key=f"import_mask_{name}", help=words("import.mask_help")
    )
    carried = right.checkbox(
        words("import.documents"), value=name in ("squad", "rgb", "multihop-rag", *WITH_CORPUS) or not documents.count(store(), kb.id),
        key=f"import_documents_{name}", help=words("import.documents_help"),
    )  # fmt: skip
    who = reviewer()
    reviewed = left.checkbox(
        words("import.accept"), key="import_accept", disabled=not who, help=words("import.accept_help")
    )
    busy = (job := job_bar.newest("import", kb=kb.name)) is not None and job.active
    if right.button(words("import.start"), type="primary", icon=":material/input:", disabled=busy, width="stretch"):
        params: dict[str, object] = {
            "kb": kb.name, "file": str(path), "format": name, "mapping": mapping, "mask_data": masked,
            "with_documents": carried, "accept": reviewed and bool(who), "reviewer": who,
        }  # fmt: skip
        job_bar.start("import", params)
        st.rerun()


def _result(kb: KnowledgeBase) -> None:
    """What the last import took, mended and could not use."""
    job = job_bar.job_bar("import", kb=kb.name)
    result = job.result if job is not None and not job.active else None
    if not isinstance(result, dict) or "taken" not in result:
        return
    st.success(
        words(
            "import.done", file=plain(Path(str(job.params.get("file", ""))).name), taken=f"{result['taken']:,}", already=result["already_there"], same=result["same_question"],
            documents=result["documents"],
        ),
        icon=":material/check:",
    )  # fmt: skip
    for name in ("contradicted", "proposed", "clusters"):
        if result.get(name):
            st.caption(words(f"import.{name}", n=result[name]))
    if result["masked"]:
        kinds = ", ".join(f"{words(f'import.data_{kind}')} × {n}" for kind, n in result["masked"].items())
        st.caption(words("import.masked", kinds=kinds))
    for name in ("repaired", "refused"):
        if result[name]:
            with st.expander(words(f"import.{name}", n=len(result[name]))):
                st.dataframe([{words("import.what"): retold(one)} for one in result[name][:LISTED]], hide_index=True)
    if result["taken"] and st.button(words("import.next"), type="primary", icon=":material/arrow_forward:"):
        st.switch_page("screens/review.py")


def show() -> None:
    """Draw the page."""
    st.title(words("import.title"))
    st.write(words("import.lead"))
    kb = knowledge_base()
    if kb is None:
        st.info(words("import.no_kb"))
        st.page_link("screens/knowledge_base.py", label=words("nav.knowledge_base"), icon=":material/arrow_forward:")
        return
    _result(kb)
    path = _file(kb)
    if path is None:
        st.info(words("import.empty"), icon=":material/lightbulb:")
    else:
        name = _format(path)
        try:
            mapping = _mapping(path) if name == "table" else {}
        except AssayError as error:
            show_fault(error, path)
            return
        if name == "table" and "question" not in mapping:
            st.info(words("import.which_question"), icon=":material/touch_app:")
        elif _preview(path, name, mapping):
            _start(kb, path, name, mapping)


show()
