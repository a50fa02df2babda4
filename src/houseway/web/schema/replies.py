"""The replies of the floor: what comes of the commands that a door takes."""

from __future__ import annotations

from houseway.floor import command_index as c
from houseway.table.shown.shape_base import Shape

TABLE_COMMANDS = tuple(command for command in c.COMMANDS.values() if "table" in command.__struct_fields__)
"""Every command that names a table."""


def replies_to(*commands: type[c.Command]) -> tuple[type[Shape], ...]:
    """What these commands are replied with; without any, what every command is."""
    return tuple(dict.fromkeys(c.REPLIES[command] for command in commands or c.REPLIES))
