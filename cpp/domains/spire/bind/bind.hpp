// What the bindings of Slay the Spire share.
#pragma once

#include <nanobind/stl/pair.h>

#include "bindings/fields.hpp"
#include "domains/spire/content/content.hpp"

namespace hazard {

void bind_spire_content(nb::module_& m);
void bind_spire_combat(nb::module_& m);

}  // namespace hazard
