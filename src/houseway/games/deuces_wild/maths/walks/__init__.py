"""The compiled walks through pools and community hands of Five Card Fortune."""
