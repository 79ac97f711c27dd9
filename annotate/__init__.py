"""Drafts and verdicts in, human decisions out: review, agreement, spot-check, calibration."""
