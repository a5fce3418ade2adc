// What the bindings of fifth-edition combat share.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "fivee/combat.hpp"

namespace nb = nanobind;

namespace hazard {

// The value, if it lies within the bounds; otherwise an error that says so.
inline int checked(int value, int low, int high, const char* what) {
  if (value >= low && value <= high) return value;
  throw nb::value_error((std::string(what) + " is " + std::to_string(value) + "; expected " +
                         std::to_string(low) + " to " + std::to_string(high))
                            .c_str());
}

// Refuses a state that points outside the fight.
void check_state(const fivee::Rules& rules, const fivee::State& s);

void bind_fivee_content(nb::module_& m);
void bind_fivee_combat(nb::module_& m);
void bind_fivee_fights(nb::module_& m);

}  // namespace hazard
