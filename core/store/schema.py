"""The schema as ordered migrations. A migration that has been released is never edited; a change is a new one."""

from __future__ import annotations

from core.store.item_tables import MIGRATIONS as ITEM_MIGRATIONS
from core.store.report_tables import MIGRATIONS as REPORT_MIGRATIONS
from core.store.review_tables import MIGRATIONS as REVIEW_MIGRATIONS
from core.store.run_tables import MIGRATIONS as RUN_MIGRATIONS
from core.store.spot_tables import MIGRATIONS as SPOT_MIGRATIONS
from core.store.stale_tables import MIGRATIONS as STALE_MIGRATIONS

_BASE = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE knowledge_bases (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, data TEXT NOT NULL);
CREATE TABLE documents (
  id TEXT PRIMARY KEY, kb_id TEXT NOT NULL REFERENCES knowledge_bases(id), source TEXT NOT NULL, title TEXT NOT NULL,
  language TEXT NOT NULL, characters INTEGER NOT NULL, raw_sha256 TEXT NOT NULL, text_sha256 TEXT NOT NULL,
  extractor TEXT NOT NULL, meta TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (kb_id, source));
CREATE TABLE load_reports (
  kb_id TEXT NOT NULL, source TEXT NOT NULL, status TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (kb_id, source));
CREATE TABLE chunks (
  id TEXT PRIMARY KEY, kb_id TEXT NOT NULL, document_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  chunking TEXT NOT NULL, position INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  text_sha256 TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX chunks_by_document ON chunks (document_id, chunking, position);
CREATE INDEX chunks_by_kb ON chunks (kb_id, chunking, document_id, position);
CREATE TABLE items (
  id TEXT PRIMARY KEY, kb_id TEXT NOT NULL, position INTEGER NOT NULL, revision INTEGER NOT NULL, status TEXT NOT NULL,
  kind TEXT NOT NULL, expected_reply TEXT NOT NULL, language TEXT NOT NULL, document_id TEXT, question TEXT NOT NULL,
  batch TEXT NOT NULL DEFAULT '', risk REAL NOT NULL DEFAULT 0, stale INTEGER NOT NULL DEFAULT 0,
  external_id TEXT NOT NULL DEFAULT '', decided_by TEXT NOT NULL DEFAULT '', data TEXT NOT NULL);
CREATE INDEX items_by_status ON items (kb_id, status, position);
CREATE INDEX items_by_position ON items (kb_id, position);
CREATE INDEX items_by_kind ON items (kb_id, kind, status);
CREATE INDEX items_by_external ON items (kb_id, external_id);
CREATE TABLE item_tags (item_id TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (item_id, tag));
CREATE TABLE decisions (
  id TEXT PRIMARY KEY, item_id TEXT NOT NULL, kb_id TEXT NOT NULL, reviewer TEXT NOT NULL, verb TEXT NOT NULL,
  time TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX decisions_by_item ON decisions (item_id, time);
CREATE INDEX decisions_by_reviewer ON decisions (kb_id, reviewer, time);
CREATE TABLE dropped_drafts (
  id INTEGER PRIMARY KEY, kb_id TEXT NOT NULL, batch TEXT NOT NULL, unit TEXT NOT NULL, "check" TEXT NOT NULL,
  reason TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX dropped_by_batch ON dropped_drafts (kb_id, batch);
CREATE TABLE runs (id TEXT PRIMARY KEY, kb_id TEXT NOT NULL, release TEXT NOT NULL, system TEXT NOT NULL,
  status TEXT NOT NULL, started TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX runs_by_kb ON runs (kb_id, started);
CREATE TABLE answers (run_id TEXT NOT NULL, item_id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (run_id, item_id));
CREATE TABLE results (run_id TEXT NOT NULL, item_id TEXT NOT NULL, correctness TEXT NOT NULL, tag TEXT NOT NULL DEFAULT '',
  data TEXT NOT NULL, PRIMARY KEY (run_id, item_id));
CREATE TABLE rulings (id TEXT PRIMARY KEY, item_id TEXT NOT NULL, subject TEXT NOT NULL, time TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX rulings_by_item ON rulings (item_id, subject, time);
CREATE TABLE calls (key TEXT PRIMARY KEY, purpose TEXT NOT NULL, time TEXT NOT NULL, tokens_in INTEGER, tokens_out INTEGER,
  seconds REAL, cost REAL, data TEXT NOT NULL);
CREATE TABLE jobs (
  id TEXT PRIMARY KEY, kind TEXT NOT NULL, params TEXT NOT NULL, params_hash TEXT NOT NULL, status TEXT NOT NULL, created TEXT NOT NULL,
  started TEXT, finished TEXT, done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, message TEXT NOT NULL DEFAULT '',
  error TEXT NOT NULL DEFAULT '', result TEXT, stop INTEGER NOT NULL DEFAULT 0, pid INTEGER, lease_until REAL NOT NULL DEFAULT 0);
CREATE INDEX jobs_by_status ON jobs (status, created);
CREATE TABLE job_units (job_id TEXT NOT NULL, unit TEXT NOT NULL, PRIMARY KEY (job_id, unit))
"""

MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("001_base", _BASE),
    *REVIEW_MIGRATIONS,
    *STALE_MIGRATIONS,
    *ITEM_MIGRATIONS,
    *SPOT_MIGRATIONS,
    *RUN_MIGRATIONS,
    *REPORT_MIGRATIONS,
)
