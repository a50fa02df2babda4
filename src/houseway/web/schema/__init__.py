"""The interface for programs, described: what every endpoint answers and refuses, as OpenAPI.

Answers that a handler makes itself are records of `people` and `papers`, and typed as such. What comes ready made
(frames, the console, replies of the floor) stays plain data on its way out; its shape is declared beside the handler.
"""
