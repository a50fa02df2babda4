"""Names for guests, and passwords that can be read from a screen and typed."""

from __future__ import annotations

import secrets


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_FIRST = _words(
    """
    Amber Brisk Calm Clever Copper Crimson Dapper Daring Eager Early Fair Gentle Gilded Golden Happy Hazel Honest
    Ivory Jolly Keen Kind Lively Lucky Merry Mellow Nimble Noble Olive Patient Plucky Proud Quick Quiet Rosy Royal
    Sandy Scarlet Silver Smiling Steady Sunny Swift Tidy Velvet Violet Warm Wise Witty
    """
)
_SECOND = _words(
    """
    Badger Beaver Bison Condor Coyote Crane Deer Eagle Egret Elk Falcon Finch Fox Gopher Gull Hare Hawk Heron Jay
    Kestrel Lark Loon Lynx Marmot Marten Mink Moose Newt Orca Osprey Otter Owl Panda Pika Plover Puffin Quail Raven
    Robin Salmon Seal Sparrow Stoat Swan Tern Trout Vole Walrus Wolf Wren
    """
)
_WORDS = _words(
    """
    acorn amber anchor apple arrow aspen badge bamboo barley basil beacon birch bottle breeze bridge bronze butter
    candle canyon carpet cedar cherry cinder citrus clover cobalt copper coral cotton cradle crystal daisy desert
    dragon ember engine falcon feather fennel ferry fiddle forest fossil garden ginger glacier granite hammer harbor
    hazel hollow honey indigo island ivory jasmine juniper kettle ladder lagoon lantern lemon lilac linen magnet
    maple marble meadow mellow mirror nectar nickel nutmeg oasis olive onyx orchid oxygen paddle paper parrot pebble
    pepper pillow planet plaza pocket poppy prairie quartz quiver rabbit radish raven ribbon river rocket saddle
    saffron salmon shadow silver sparrow spruce summit sunset teapot thistle thunder timber tulip turnip umber
    valley velvet violet walnut willow winter yarrow yonder zephyr
    """
)


def guest_name() -> str:
    """A name such as *Copper Heron*."""
    return f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)}"


def new_password() -> str:
    """A new password: six words, about 42 bits of chance; it is shown once, and wrong ones lock the account."""
    return "-".join(secrets.choice(_WORDS) for _ in range(6))
