"""Each of the seven failures made on purpose, on real passages, so that the tagger can be held against the truth.

Nothing here is shared with the diagnosis: places are compared by offsets and by plain search for the quote.
"""

from evaluation.inject.confusion import Tagged, by_tag, confusion
from evaluation.inject.faults import FAULTS, Injected, inject
from evaluation.inject.surroundings import Surroundings

__all__ = ["FAULTS", "Injected", "Surroundings", "Tagged", "by_tag", "confusion", "inject"]
