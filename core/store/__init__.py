"""The workspace's one SQLite file, a module per noun."""

from core.store.database import Store

__all__ = ["Store"]
