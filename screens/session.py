"""What every page shares: the workspace, the knowledge base chosen, the reviewer's name, the language."""

from __future__ import annotations

import streamlit as st

from core.records import KnowledgeBase
from core.settings import load_settings
from core.store import Store, knowledge_bases
from screens.words import LANGUAGES, language, words
from verbs.workspace import default_workspace, open_workspace


@st.cache_resource(show_spinner=False)
def _opened(path: str) -> Store:
    # A Store works with a connection per operation, so sessions may share it.
    return open_workspace(path)


def store() -> Store:
    """The workspace of this app."""
    return _opened(str(default_workspace().resolve()))


def knowledge_base() -> KnowledgeBase | None:
    """The knowledge base chosen in the side bar, or None when there is none yet."""
    found = knowledge_bases.list_all(store())
    chosen = st.session_state.get("kb")
    return next((kb for kb in found if kb.name == chosen), found[0] if found else None)


def reviewer() -> str:
    """The reviewer's name; a name typed here is unverified and recorded as typed."""
    user = getattr(st, "user", None)
    if user is not None and getattr(user, "is_logged_in", False):
        return str(user.get("email") or user.get("name") or "")
    return str(st.session_state.get("reviewer", "")).strip()


def sidebar() -> None:
    """The side bar: language, knowledge base, reviewer, and which models are in use."""
    # Streamlit leaves a hand's breadth empty above every page; reviewers need that room.
    st.html("<style>[data-testid='stMainBlockContainer']{padding-top:2.6rem;padding-bottom:2rem}</style>")
    if language() == "zh":
        _streamlit_in_chinese()
    with st.sidebar:
        st.segmented_control(
            words("side.language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            default=language(),
            key="language",
            label_visibility="collapsed",
        )
        names = [kb.name for kb in knowledge_bases.list_all(store())]
        if names:
            _remember("kb", names[0])
            st.selectbox(words("side.kb"), names, key="kb", persist_state="session")
        _remember("reviewer", "")
        st.text_input(words("side.reviewer"), key="reviewer", help=words("side.reviewer_help"), persist_state="session")
        settings = load_settings(store())
        model = settings.model or settings.llm_path if settings.has_model else words("side.embedded")
        st.caption(words("side.models", model=model, encoder=settings.encoder or words("side.default_encoder")))


def _streamlit_in_chinese() -> None:
    """Streamlit speaks English inside its upload box and text fields, and offers no way to say otherwise."""
    limit = words("side.upload_limit", n=st.get_option("server.maxUploadSize"))
    box = "[data-testid='stFileUploaderDropzone']"
    said = {
        f"{box} button p": words("side.upload"),
        f"{box} [data-testid='stFileUploaderDropzoneInstructions'] span": limit,
    }
    rules = [
        f"{place}{{font-size:0}}{place}::after{{content:'{text}';font-size:.875rem}}" for place, text in said.items()
    ]
    st.html(f"<style>[data-testid='InputInstructions']{{display:none}}{''.join(rules)}</style>")


def _remember(key: str, fallback: str) -> None:
    """Keep a choice in the address, so that a reload lands where it was."""
    asked = st.query_params.get(key)
    if key not in st.session_state and asked:
        st.session_state[key] = asked
    st.session_state.setdefault(key, fallback)
