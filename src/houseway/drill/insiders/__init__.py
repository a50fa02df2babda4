"""The insider drill: people of the house, alone and in pairs, try what they must not be able to do.

An attack is data and a few functions (`attack`). Each is tried by every crew (`crews`) in a house that has everything
in order (`house`), on a journal of its own (`sites`), in every way that its steps can be signed (`attempt`). What must
come of it is reckoned from the table of controls alone (`reckoning`).
"""
