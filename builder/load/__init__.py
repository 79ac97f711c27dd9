"""Load: files, folders, uploads and rows to documents with exact text, each with a report.

`read_file` gives a Document without a store; `load_folder`, `load_file`, `load_uploads` and `load_rows` write to one.
"""

from __future__ import annotations

from builder.load.folder import load_file, load_folder, load_uploads, require_documents
from builder.load.read import document_id, normal_source, read_file
from builder.load.rows import load_rows

__all__ = [
    "document_id",
    "load_file",
    "load_folder",
    "load_rows",
    "load_uploads",
    "normal_source",
    "read_file",
    "require_documents",
]
