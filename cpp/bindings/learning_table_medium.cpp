#include "bindings/bind_game_table.hpp"
#include "bindings/learning.hpp"

namespace hazard {

void bind_learning_table_medium() { bind_learning<TableGame<248>>(); }

}  // namespace hazard
