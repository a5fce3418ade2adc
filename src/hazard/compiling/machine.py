"""From instructions to machine code, by LLVM; and back from a file in which it was kept."""

from __future__ import annotations

import ctypes
import ctypes.util
from functools import cache
from typing import Any

LIBRARY = ("pow", "fmod", "exp", "sin", "cos", "tan", "atan", "tanh", "erf", "log", "log2", "log10", "atan2",
           "copysign")  # fmt: skip


@cache
def _binding() -> Any:
    """LLVM, ready for this machine; importing it takes a moment."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = ctypes.CDLL(ctypes.util.find_library("m") or None)
    for name in LIBRARY:
        address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        llvm.add_symbol(f"hazard_{name}", address)
    return llvm


def machine_name() -> str:
    """Name the processor that code is made for, and what makes it."""
    llvm = _binding()
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.llvm_version_info} {llvm.get_default_triple()} {llvm.get_host_cpu_name()} {features}"


def _target() -> Any:
    llvm = _binding()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=2,
        reloc="pic",
        codemodel="jitdefault",
        jit=True,
    )


def compiled_object(assembly: str) -> bytes:
    """Return the machine code of a module."""
    llvm = _binding()
    target = _target()
    module = llvm.parse_assembly(assembly)
    module.triple, module.data_layout = llvm.get_default_triple(), str(target.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code


class Loaded:
    """Machine code in memory; it stays as long as this object."""

    def __init__(self, code: bytes) -> None:
        """Load the code."""
        llvm = _binding()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Return where a function begins; 0 if there is none of that name."""
        found: int = self._engine.get_function_address(name)
        return found
