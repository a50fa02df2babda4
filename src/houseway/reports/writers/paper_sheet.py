"""A sheet of paper in PDF: the letters that every one of ours is set in."""

from __future__ import annotations

from pathlib import Path

from fpdf import FPDF


class PaperSheet(FPDF):  # type: ignore[misc]
    """Pages in the house's letters, called ``title``. `release` lets go of them when the pages are written."""

    def __init__(self, paper: str, title: str) -> None:
        super().__init__(format=paper)
        # Reading letters takes longer than setting a page: no document has any that it does not use.
        self.letters("body", "", "DejaVuSans")
        self.letters("body", "B", "DejaVuSans-Bold")
        self.set_title(title)
        self.set_creator("Houseway")
        self.set_lang("en")

    def letters(self, family: str, style: str, file: str) -> None:
        """Letters to set in: those that come with matplotlib have every sign we write."""
        import matplotlib as mpl  # noqa: PLC0415

        self.add_font(family, style, str(Path(mpl.get_data_path()) / "fonts" / "ttf" / f"{file}.ttf"))

    def release(self) -> None:
        """Let go of the fonts: the library reads them lazily, and leaves open what no text was set in."""
        for font in self.fonts.values():
            font.ttfont.close()

    def ink(self, style: str, size: float, colour: tuple[int, int, int]) -> None:
        """Go on in letters of this style, size and colour."""
        self.set_font("body", style, size)
        self.set_text_color(*colour)
