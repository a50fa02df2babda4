"""A document written out: Markdown, HTML, workbook, PDF, data for programs, plots."""
