"""E-mail: the headers a reader needs and the body; attachments are named, not opened."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage

from builder.load.decode import decode
from builder.load.extracted import Extracted, Part, RawFile
from builder.load.formats.html import html_to_text

EXTRACTOR = "eml-2"
_HEADERS = ("Subject", "From", "To", "Date")


def read(raw: RawFile) -> Extracted:
    """Subject, sender, receivers, date, then the plain body, else the HTML body as text."""
    message = email.message_from_bytes(raw.data, policy=email.policy.default)
    lines = [f"{name}: {message[name]}" for name in _HEADERS if message[name]]
    body, warnings = _body(message, raw.source)
    names = (
        [part.get_filename() or part.get_content_type() for part in message.iter_attachments()]
        if message.is_multipart()
        else []
    )
    if names:
        warnings = (*warnings, f"attachments were not opened: {', '.join(names)}")
    text = "\n".join(lines) + "\n\n" + body
    return Extracted([Part(text)], EXTRACTOR, title=str(message["Subject"] or ""), markdown=False, warnings=warnings)


def _body(message: EmailMessage, source: str) -> tuple[str, tuple[str, ...]]:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return "", ("has no text body",)
    data = part.get_payload(decode=True)
    found = decode(data if isinstance(data, bytes) else b"", source, declared=part.get_content_charset())
    text = html_to_text(found.text).text if part.get_content_type() == "text/html" else found.text
    return text, found.warnings
