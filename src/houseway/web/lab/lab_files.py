"""What can be taken away from the Lab, and as which kinds of files."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Form: TypeAlias = Literal["csv", "xlsx", "pdf", "png", "svg"]
Part: TypeAlias = Literal[
    "design",
    "figures",
    "paytable",
    "tables",
    "wagers",
    "distribution",
    "curve",
    "target",
    "rules",
    "money",
    "strategy",
    "cell",
    "cell-hands",
    "compare",
]

PARTS: tuple[Part, ...] = get_args(Part)

MEDIA: dict[Form, str] = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
}
"""What each kind of file is called on its way."""

SheetForm: TypeAlias = Literal["pdf", "xlsx"]
"""What a sheet to sign is printed as."""

SheetKind: TypeAlias = Literal["par", "protection"]

Paper: TypeAlias = Literal["letter", "a4"]

SHEETS: tuple[SheetForm, ...] = get_args(SheetForm)
