"""Blocks of rounds on a GPU: the same rounds and the same sums as on the cores of this machine."""
