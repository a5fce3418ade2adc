// hazard._core: the compiled module.
#include <nanobind/nanobind.h>

#include "bindings/engine.hpp"
#include "core/game.hpp"

namespace hazard {
void bind_python_game(nb::module_& m);
void bind_python_several(nb::module_& m);
void bind_game_table_large(nb::module_& m);
void bind_game_table_medium(nb::module_& m);
void bind_game_table_small(nb::module_& m);
void bind_pig(nb::module_& m);
void bind_backgammon(nb::module_& m);
void bind_backgammon_bearoff(nb::module_& m);
void bind_backgammon_networks(nb::module_& m);
void bind_backgammon_rating(nb::module_& m);
void bind_backgammon_rollout(nb::module_& m);
void bind_connect_four(nb::module_& m);
void bind_dice(nb::module_& m);
void bind_dice_combat(nb::module_& m);
void bind_einstein(nb::module_& m);
void bind_equilibrium(nb::module_& m);
void bind_fivee_grid(nb::module_& m);
void bind_holdem(nb::module_& m);
void bind_learners(nb::module_& m);
void bind_learning_python();
void bind_learning_table_large();
void bind_learning_table_medium();
void bind_learning_table_small();
void bind_monopoly(nb::module_& m);
void bind_fivee_combat(nb::module_& m);
void bind_fivee_content(nb::module_& m);
void bind_fivee_fights(nb::module_& m);
void bind_fivee_table(nb::module_& m);
void bind_fivee_tally(nb::module_& m);
void bind_random_tree(nb::module_& m);
void bind_take_it_easy(nb::module_& m);
void bind_take_it_easy_network(nb::module_& m);
void bind_spire_content(nb::module_& m);
void bind_spire_records(nb::module_& m);
void bind_spire_combat(nb::module_& m);
void bind_spire_timing(nb::module_& m);
void bind_spire_run(nb::module_& m);
void bind_spire_settled(nb::module_& m);
void bind_take_it_easy_table(nb::module_& m);
void bind_spire_planner(nb::module_& m);
void bind_spire_judge(nb::module_& m);
void bind_tic_tac_toe(nb::module_& m);
void bind_twenty48(nb::module_& m);
void bind_twenty48_network(nb::module_& m);
}  // namespace hazard

NB_MODULE(_core, m) {
  // An engine kept in a global outlives the module at exit; that is the user's right, not a leak to report.
  nanobind::set_leak_warnings(false);
  m.doc() = "The compiled core of hazard: games and searches. Use it through the hazard package.";
  // GameError is hazard.game.GameError, with its code and its context.
  nanobind::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const hazard::GameError& e) {
      const nanobind::object type = nanobind::module_::import_("hazard.game").attr("GameError");
      nanobind::dict context;
      for (const auto& [name, value] : e.context) context[name.c_str()] = value;
      const nanobind::object error = type(e.what(), **context);
      PyErr_SetObject(type.ptr(), error.ptr());
    }
  });
  m.def(
      "call_off_searches",
      [] {
        hazard::main_thread = std::this_thread::get_id();
        hazard::program_ends = true;
      },
      "End every search of other threads; for the end of the program, and called by the main thread.");
  hazard::bind_learners(m);
  hazard::bind_python_game(m);
  hazard::bind_python_several(m);
  hazard::bind_game_table_large(m);
  hazard::bind_game_table_medium(m);
  hazard::bind_game_table_small(m);
  hazard::bind_learning_python();
  hazard::bind_learning_table_large();
  hazard::bind_learning_table_medium();
  hazard::bind_learning_table_small();
  hazard::bind_pig(m);
  hazard::bind_backgammon_bearoff(m);
  hazard::bind_backgammon_networks(m);
  hazard::bind_backgammon(m);
  hazard::bind_backgammon_rating(m);
  hazard::bind_backgammon_rollout(m);
  hazard::bind_connect_four(m);
  hazard::bind_dice(m);
  hazard::bind_dice_combat(m);
  hazard::bind_einstein(m);
  hazard::bind_equilibrium(m);
  hazard::bind_holdem(m);
  hazard::bind_monopoly(m);
  hazard::bind_fivee_grid(m);
  hazard::bind_fivee_content(m);
  hazard::bind_fivee_combat(m);
  hazard::bind_fivee_fights(m);
  hazard::bind_fivee_table(m);
  hazard::bind_fivee_tally(m);
  hazard::bind_random_tree(m);
  hazard::bind_take_it_easy(m);
  hazard::bind_take_it_easy_network(m);
  hazard::bind_spire_content(m);
  hazard::bind_spire_records(m);
  hazard::bind_spire_combat(m);
  hazard::bind_spire_timing(m);
  hazard::bind_spire_run(m);
  hazard::bind_spire_settled(m);
  hazard::bind_take_it_easy_table(m);
  hazard::bind_spire_planner(m);
  hazard::bind_spire_judge(m);
  hazard::bind_tic_tac_toe(m);
  hazard::bind_twenty48_network(m);
  hazard::bind_twenty48(m);
}
