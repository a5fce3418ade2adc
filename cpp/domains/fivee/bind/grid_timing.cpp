// How long the battle map takes to answer, without the cost of calling from Python.
#include <chrono>

#include "domains/fivee/bind/grid.hpp"

namespace hazard::fivee::bound {

namespace {

// Microseconds for one call of ask(attacker, target), over all pairs of creatures, best of `rounds`.
template <class Ask>
double best_time(const std::vector<Placed>& creatures, int rounds, Ask&& ask) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (const Placed& one : creatures)
      for (const Placed& other : creatures) ask(one, other);
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / static_cast<double>(creatures.size() * creatures.size()));
  }
  return best;
}

}  // namespace

std::map<std::string, double> timings(const Map& map, const std::vector<Space>& creatures, int rounds) {
  const std::vector<Placed> placed = creatures_from(map, creatures);
  refuse_unless(!placed.empty() && rounds >= 1, "expected at least one creature and one round");
  CellSet taken, odd, even;
  std::uint64_t foes = 0;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    taken.insert(placed[i].at, placed[i].side);
    (i % 2 ? odd : even).insert(placed[i].at, placed[i].side);
    foes |= std::uint64_t{i % 2} << i;
  }
  Map by_lines = map;
  by_lines.sight = nullptr;
  Reach reach;
  AreaOptions options;
  volatile int kept = 0;  // so that no answer is thrown away unasked
  const auto time = [&](auto&& ask) { return best_time(placed, rounds, ask); };
  const auto covered = [&](const Map& on) {
    return time([&](const Placed& a, const Placed& b) {
      kept = static_cast<int>(cover(on, a.at, a.side, b.at, b.side, taken));
    });
  };
  const auto moved = [&](int feet) {
    return time([&](const Placed& a, const Placed&) {
      reachable(map, a.at, a.side, feet, odd, even, false, reach);
      kept = static_cast<int>(reach.reached.row(a.at.y) & 1);
    });
  };
  const auto aimed = [&](AreaAttack area) {
    return time([&](const Placed& a, const Placed&) {
      area_options(map, area, a.at, a.side, placed, foes, true, options);
      kept = options.size();
    });
  };
  return {{"cover", covered(map)},
          {"cover, by lines", covered(by_lines)},
          {"line of sight", time([&](const Placed& a, const Placed& b) {
             kept = line_of_sight(map, a.at, a.side, b.at, b.side);
           })},
          {"movement, 30 feet", moved(30)},
          {"movement, 60 feet", moved(60)},
          {"aims of a sphere, 20 feet", aimed({Shape::Sphere, 20, 5, 150})},
          {"aims of a cube, 20 feet", aimed({Shape::Cube, 20, 5, 90})},
          {"aims of a cone, 60 feet", aimed({Shape::Cone, 60, 5, 0})},
          {"aims of a line, 60 feet", aimed({Shape::Line, 60, 5, 0})}};
}

}  // namespace hazard::fivee::bound
