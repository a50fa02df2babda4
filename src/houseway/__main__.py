"""``python -m houseway`` is the ``houseway`` command."""

import sys

from houseway.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
