"""What numba compiled, written down as an image that runs without it (`houseway.maths.compiled`).

The code is LLVM's for the module that numba optimised, less what only numba's own callers need: figures are the same to
the last bit. Memory that a kernel takes for itself and gives back is the C library's instead of numba's runtime's.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from houseway.maths.kept_code.arguments import laid_out
from houseway.maths.kept_code.code_image import LIBRARY, CodeImage, write_image
from houseway.maths.kept_code.elf_object import ObjectRefused, linked

_RUNTIME = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %wide = zext i32 %align to i64
  %more = add i64 %wide, 48
  %whole = add i64 %size, %more
  %place = call ptr @malloc(i64 %whole)
  %failed = icmp eq ptr %place, null
  br i1 %failed, label %none, label %some
none:
  ret ptr null
some:
  %number = ptrtoint ptr %place to i64
  %after = add i64 %number, %more
  %over = urem i64 %after, %wide
  %begin = sub i64 %after, %over
  %data = inttoptr i64 %begin to ptr
  store i64 1, ptr %place
  %at.dtor = getelementptr i64, ptr %place, i64 1
  store ptr null, ptr %at.dtor
  %at.info = getelementptr i64, ptr %place, i64 2
  store ptr null, ptr %at.info
  %at.data = getelementptr i64, ptr %place, i64 3
  store ptr %data, ptr %at.data
  %at.size = getelementptr i64, ptr %place, i64 4
  store i64 %size, ptr %at.size
  %at.outside = getelementptr i64, ptr %place, i64 5
  store ptr null, ptr %at.outside
  ret ptr %place
}

define void @NRT_MemInfo_call_dtor(ptr %place) {
  call void @free(ptr %place)
  ret void
}
"""
"""Memory as numba's runtime gives it: counted, with the data aligned. An array never leaves a kept kernel."""
_RUNTIME_NAMES = ("NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor")
_DECLARED = re.compile(
    r"^declare [^@\n]*ptr @NRT_MemInfo_alloc_aligned\(i64[^,]*, i32[^,)]*\)"
    r"|^declare [^@\n]*void @NRT_MemInfo_call_dtor\(ptr[^,)]*\)",
    re.MULTILINE,
)

MOST_NUMBERS = 1000
"""A C function is called with a few more from Python, and no more than that."""
_OTHER_NUMBA = (AttributeError, KeyError, NameError, RuntimeError, TypeError)
"""What this meets in a numba that is made otherwise inside: kernels then run as before, by numba."""
_TAKEN = {"ptr": "i", "i64": "i", "i32": "i", "i16": "i", "i8": "i", "i1": "i", "double": "d", "float": "f"}
_GIVEN = {"none": "", "int64": "i", "uint64": "u", "float64": "d", "bool": "b", "boolean": "b"}


def keep(path: Path, kernel: str, dispatcher: Any, arguments: tuple[object, ...]) -> bool:
    """Write down what ``dispatcher`` runs for ``arguments``; whether it could be."""
    known = laid_out(arguments)
    if known is None:
        return False
    kinds, numbers = known
    try:
        made = dispatcher.overloads[tuple(dispatcher.typeof_pyval(each) for each in arguments)]
        given, together = _given(made.signature.return_type)
        takes, data = _object(made)
        whole = linked(data, made.fndesc.llvm_func_name)
    except (ObjectRefused, *_OTHER_NUMBA):
        return False
    if len(takes) != len(numbers) or len(takes) > MOST_NUMBERS or not {name for _, name in whole.outer} <= set(LIBRARY):
        return False
    write_image(path, CodeImage(kernel, kinds, *whole, takes, given, together))
    return True


def _given(kind: Any) -> tuple[str, bool]:
    """The letters of what a kernel gives, and whether it is a tuple."""
    if type(kind).__name__ in ("UniTuple", "Tuple"):
        letters = "".join(_GIVEN.get(str(each), "b") for each in kind.types)
        if "b" not in letters:  # members of eight bytes each lie one after another
            return letters, True
    elif str(kind) in _GIVEN:
        return _GIVEN[str(kind)], False
    raise ObjectRefused(f"gives {kind}")


def _object(made: Any) -> tuple[str, bytes]:
    """The letters of the numbers that the compiled function takes, and an object file with nothing but it."""
    library, entry = made.library, made.fndesc.llvm_func_name
    module = llvm.parse_bitcode(library._get_module_for_linking().as_bitcode())
    taken = [str(each.type) for each in module.get_function(entry).arguments]
    if taken[:2] != ["ptr", "ptr"] or not set(taken) <= set(_TAKEN):
        raise ObjectRefused("other arguments")
    runtime = [each for each in module.functions if each.is_declaration and each.name in _RUNTIME_NAMES]
    if runtime:
        if len(_DECLARED.findall(str(module))) != len(runtime):
            raise ObjectRefused("another runtime")
        module.link_in(llvm.parse_assembly(_RUNTIME))
    for each in module.functions:
        if not each.is_declaration:
            each.linkage = "external" if each.name == entry else "internal"
    for each in module.global_variables:
        if not each.is_declaration:
            each.linkage = "internal"
    machine = library.codegen._tm
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
    return "".join(_TAKEN[each] for each in taken[2:]), machine.emit_object(module)
