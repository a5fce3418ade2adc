// Records that Python fills field by field: a number within its bounds, an enumeration as a small number.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

namespace nb = nanobind;

namespace hazard {

// The value, if it lies within the bounds; otherwise an error that says so.
inline int checked(int value, int low, int high, const char* what) {
  if (value >= low && value <= high) return value;
  throw nb::value_error((std::string(what) + " is " + std::to_string(value) + "; expected " +
                         std::to_string(low) + " to " + std::to_string(high))
                            .c_str());
}

// An enumeration's words are Python's affair; here it is a number below `count`.
template <class Class, class Owner, class Enum>
void def_enum(Class& cls, const char* name, Enum Owner::* field, std::size_t count) {
  cls.def_prop_rw(
      name, [field](const Owner& o) { return static_cast<int>(o.*field); },
      [field, count, name](Owner& o, int value) {
        o.*field = static_cast<Enum>(checked(value, 0, static_cast<int>(count) - 1, name));
      });
}

}  // namespace hazard
