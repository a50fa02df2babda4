"""The words in which a subject of the floor is declared: commands, replies, what decides and what folds them."""

from houseway.floor.command import Command
from houseway.floor.context import Context
from houseway.floor.declared import decides
from houseway.floor.fold_registry import folds
from houseway.floor.reply_shapes import Micros, Moment, reply_of
from houseway.journal import Decision, Draft, Entry
from houseway.table.shown.shape_base import Cents, Shape

__all__ = [
    "Cents",
    "Command",
    "Context",
    "Decision",
    "Draft",
    "Entry",
    "Micros",
    "Moment",
    "Shape",
    "decides",
    "folds",
    "reply_of",
]
