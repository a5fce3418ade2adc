// What the bindings of fifth-edition combat share.
#pragma once

#include <nanobind/nanobind.h>

#include "fivee/combat.hpp"

namespace nb = nanobind;

namespace hazard {

void bind_fivee_content(nb::module_& m);
void bind_fivee_combat(nb::module_& m);

}  // namespace hazard
