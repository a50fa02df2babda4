"""The cage: who is paid, prizes to be paid, payout slips, checks, prizes paid today."""
