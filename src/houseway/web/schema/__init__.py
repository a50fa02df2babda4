"""The interface for programs as OpenAPI, made from the types that handlers read and return.

A shape stands with the room that makes it; here are those that several rooms share, what requests carry, and what comes
of commands.
"""
