#include "bindings/bind_game_table.hpp"

namespace hazard {

HAZARD_LAST_DECISION_OF(56)

void bind_game_table_small(nb::module_& m) { bind_game_table<56>(m); }

}  // namespace hazard
