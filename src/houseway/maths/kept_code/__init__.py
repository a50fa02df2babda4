"""Machine code of kernels, kept so that a new process runs it without numba (`houseway.maths.compiled`).

Numba compiles a kernel once. What it made is then written down as a plain image (`code_image`), by `code_making`, the
only module that needs numba and LLVM. A later process lays the arguments out as numba would (`arguments`), maps the
image into its memory and calls it. Whatever is not understood on either side is left to numba.
"""
