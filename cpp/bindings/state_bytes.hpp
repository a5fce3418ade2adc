// Compiled states travel between processes: each is pickled as the bytes of its struct.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <string>
#include <type_traits>

namespace nb = nanobind;

namespace hazard {

// Equal states have equal bytes, where the compiler can blank what lies between the fields.
template <class S>
nb::bytes bytes_of(S state) {
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
  __builtin_clear_padding(&state);
#endif
#endif
  return nb::bytes(reinterpret_cast<const char*>(&state), sizeof(S));
}

template <class S>
S state_of(const nb::bytes& bytes) {
  if (bytes.size() != sizeof(S)) {
    throw nb::value_error(("expected the " + std::to_string(sizeof(S)) + " bytes of a state, found " +
                           std::to_string(bytes.size()))
                              .c_str());
  }
  S state;
  std::memcpy(static_cast<void*>(&state), bytes.data(), sizeof(S));
  return state;
}

template <class S>
void bind_state_bytes() {
  static_assert(std::is_trivially_copyable_v<S>);
  const nb::handle type = nb::type<S>();
  nb::cpp_function_def([](const S& s) { return bytes_of(s); }, nb::scope(type), nb::name("_bytes"),
                       nb::is_method());
  nb::cpp_function_def(
      [](nb::handle self) {
        return nb::cast<nb::tuple>(nb::module_::import_("hazard.pickling").attr("reduced_state")(self));
      },
      nb::scope(type), nb::name("__reduce__"), nb::is_method());
  nb::setattr(type, "_from_bytes",
              nb::cpp_function([](const nb::bytes& bytes) { return state_of<S>(bytes); }));
}

}  // namespace hazard
