"""Language models behind one client: cache, budget, back-off, tolerant parsing; prompts in both languages."""

from core.model.call import BudgetSpent, Call, Reply
from core.model.client import ModelClient
from core.model.connect import client_from_settings, find_local, probe

__all__ = ["BudgetSpent", "Call", "ModelClient", "Reply", "client_from_settings", "find_local", "probe"]
