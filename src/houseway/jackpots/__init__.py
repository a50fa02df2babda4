"""The Bonus Jackpot System: equipment, meters, funds and prizes. Pure: no storage, no clock, no chance."""
