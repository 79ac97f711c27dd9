"""Typing is committed while it goes on: a text area of Streamlit sends its text only when it is left.

The script tells the text area that it was left after each pause in typing. It waits while an input method is composing.
Escape that closes a list of choices, or drops what an input method is composing, goes no further: it would close the form.
"""

from __future__ import annotations

import streamlit as st

_SCRIPT = """
export default function () {
  if (window.assayAutosave) return window.assayAutosave.again();
  let timer = 0, users = 1;
  const commit = (area) => {
    if (!area || !area.isConnected || document.activeElement !== area) return;
    area.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    area.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  };
  const typed = (event) => {
    if (event.target.tagName !== "TEXTAREA" || event.isComposing) return;
    clearTimeout(timer);
    timer = setTimeout(() => commit(event.target), 500);
  };
  const leaving = () => commit(document.activeElement && document.activeElement.tagName === "TEXTAREA"
    ? document.activeElement : null);
  let inner = false;
  const escape = (event) => event.key === "Escape" || event.code === "Escape";
  const look = (event) => {
    const at = document.activeElement;
    if (!escape(event)) return;
    inner = event.isComposing || event.keyCode === 229 || at?.getAttribute("aria-expanded") === "true";
    // The form closes with the text as the server knows it, so the last letters go first.
    if (!inner && at?.tagName === "TEXTAREA") commit(at);
  };
  const hold = (event) => { if (escape(event) && inner) event.stopPropagation(); };
  document.addEventListener("input", typed, true);
  document.addEventListener("compositionend", typed, true);
  window.addEventListener("keydown", look, true);
  document.documentElement.addEventListener("keydown", hold);
  window.addEventListener("pagehide", leaving);
  const leave = () => {
    users -= 1;
    if (users > 0) return;
    clearTimeout(timer);
    document.removeEventListener("input", typed, true);
    document.removeEventListener("compositionend", typed, true);
    window.removeEventListener("keydown", look, true);
    document.documentElement.removeEventListener("keydown", hold);
    window.removeEventListener("pagehide", leaving);
    delete window.assayAutosave;
  };
  window.assayAutosave = { again: () => { users += 1; return leave; } };
  return leave;
}
"""

_component = st.components.v2.component("assay_autosave", js=_SCRIPT, isolate_styles=False)


def autosave() -> None:
    """Keep what is typed into the text areas of this page."""
    _component(key="assay_autosave")
