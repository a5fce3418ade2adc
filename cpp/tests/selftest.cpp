// Every search on every compiled game, fuzzed against its brute-force twin under AddressSanitizer and UBSan:
//
//   cmake -S . -B build/sanitize -G Ninja -DHAZARD_SANITIZE=ON && ninja -C build/sanitize
//   build/sanitize/selftest
#include <chrono>
#include <cstring>

#include "check.hpp"

int main(int count, char** arguments) {
  using namespace hazard::selftest;
  struct Part {
    const char* name;
    void (*run)();
  };
#ifdef HAZARD_QUICK  // for other compilers and machines: tools/portable.py
  constexpr Part parts[] = {{"pinned", test_pinned}};
#else
  constexpr Part parts[] = {{"parts", test_parts},
                            {"pinned", test_pinned},
                            {"expectimax", test_expectimax},
                            {"beam", test_beam},
                            {"tree_search", test_tree_search},
                            {"play_off", test_play_off},
                            {"solver", test_solver},
                            {"equilibrium", test_equilibrium},
                            {"backgammon", test_backgammon},
                            {"tables", test_backgammon_tables},
                            {"learning", test_learning},
                            {"any_game", test_any_game_learning},
                            {"tuples", test_tuples},
                            {"take_it_easy", test_take_it_easy},
                            {"hex_network", test_take_it_easy_network},
                            {"playing", test_playing},
                            {"dice", test_dice},
                            {"fivee_grid", test_fivee_grid},
                            {"fivee_combat", test_fivee_combat},
                            {"spire", test_spire},
                            {"spire_rules", test_spire_rules},
                            {"spire_plans", test_spire_planner}};
#endif
  for (const Part& part : parts) {
    if (count > 1 && std::strcmp(arguments[1], part.name) != 0) continue;  // `selftest beam`: that part only
    const auto start = std::chrono::steady_clock::now();
    const int before = passed;
    try {
      part.run();
    } catch (const std::exception& error) {
      note(false, part.name, __FILE__, __LINE__, error.what());
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-12s %8d checks %6.1f s\n", part.name, passed - before, seconds);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
