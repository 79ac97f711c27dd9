"""Why an answer is not correct: four questions in fixed order, each answered with proof, to FP1–FP7 (Barnett et al. 2024)."""

from evaluation.diagnosis.diagnose import Evidenced, diagnose
from evaluation.diagnosis.table import FailureGroup, FailureRow, failure_groups, failure_table

__all__ = ["Evidenced", "FailureGroup", "FailureRow", "diagnose", "failure_groups", "failure_table"]
