"""Documents: PAR sheets, the games' pages, the floor's reports and what displays show, in every format."""
