// What the bindings of Slay the Spire share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <string>

#include "spire/content.hpp"

namespace nb = nanobind;

namespace hazard {

// The value, if it lies within the bounds; otherwise an error that says so.
inline int spire_checked(int value, int low, int high, const char* what) {
  if (value >= low && value <= high) return value;
  throw nb::value_error((std::string(what) + " is " + std::to_string(value) + "; expected " +
                         std::to_string(low) + " to " + std::to_string(high))
                            .c_str());
}

void bind_spire_content(nb::module_& m);
void bind_spire_combat(nb::module_& m);

}  // namespace hazard
