// What the bindings of fifth-edition combat share.
#pragma once

#include "bindings/fields.hpp"
#include "fivee/combat.hpp"

namespace hazard {

// Refuses a state that points outside the fight.
void check_state(const fivee::Rules& rules, const fivee::State& s);

void bind_fivee_content(nb::module_& m);
void bind_fivee_combat(nb::module_& m);
void bind_fivee_fights(nb::module_& m);

}  // namespace hazard
