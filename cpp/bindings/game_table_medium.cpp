#include "bindings/bind_game_table.hpp"

namespace hazard {

HAZARD_LAST_DECISION_OF(248)

void bind_game_table_medium(nb::module_& m) { bind_game_table<248>(m); }

}  // namespace hazard
