"""The audit of the story: whether every entry follows from those before it.

`houseway.journal.verify` proves that nothing was altered since it was written. Here each entry is held against what
went before: that a prize is paid once, verified before and at the amount that was held for it; that ledger lines are
those which the entry's own words give; that rounds come in their order; that whoever acted had the role then. Nothing
here is shared with what decides and folds: it is a second reckoning, from the entries alone.
"""

from houseway.floor.auditing.audit import Audit, audit

__all__ = ["Audit", "audit"]
