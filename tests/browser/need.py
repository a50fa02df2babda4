"""Chromium for the tests: found, or installed where this machine lets us. ``make test`` runs it first.

It never fails: without a browser the tests that need one say so themselves.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first one that is here: Chromium without its windows draws the same pages with a fifth less processor time."""

PACKAGES = ("chromium-headless-shell", "chromium")
FONTS = ("fonts-dejavu-core", "fonts-liberation")
SECONDS = 900


@cache
def find_chromium() -> str | None:
    """Chromium of the system, or the one that playwright fetched; nothing where there is none."""
    for name in NAMES:
        # Some systems have a stand-in of this name that starts nothing but a message.
        path = shutil.which(name)
        if path is not None and _starts(path):
            return path
    with sync_playwright() as playwright:
        kept = playwright.chromium.executable_path
    return kept if Path(kept).is_file() else None


def _starts(path: str) -> bool:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return said.returncode == 0 and "chrom" in said.stdout.lower()


def _may_install() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt(*words: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *words]
    try:
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _installed() -> bool:
    """Whether one of the packages could be installed, the lighter one if this system has it."""
    return any(_apt("install", "-y", "--no-install-recommends", package, *FONTS) for package in PACKAGES)


def main() -> None:
    """Bring Chromium, if it is missing and may be installed."""
    if find_chromium() is not None:
        return
    if _may_install():
        print("Installing chromium", flush=True)
        # The list of packages may be missing or old: asked for only then, it takes its time.
        if _installed() or (_apt("update") and _installed()):
            return
    print("No Chromium is here: tests in a browser will say so.", file=sys.stderr)


if __name__ == "__main__":
    main()
