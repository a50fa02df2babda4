"""Documents from the results: the PAR sheet as Markdown, HTML, a workbook and PDF."""
