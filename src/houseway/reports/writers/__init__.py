"""Writers of documents: Markdown, HTML, workbook, PDF, CSV and JSON, with their plots."""
