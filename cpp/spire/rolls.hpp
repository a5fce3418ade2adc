// How a monster chooses its next move: a pattern, or a roll of a hundred against its table, where a move that
// was made too often in a row gives way to others.
#pragma once

#include "spire/fight.hpp"

namespace hazard::spire {

inline int times_in_a_row(const Monster& monster, int move) {
  if (monster.last != move) return 0;
  return monster.second_last == move ? 2 : 1;
}

template <class Sink>
void roll_outcomes(const Content& content, const State& s, int monster, Sink&& sink) {
  const Monster& m = s.monsters[monster];
  const MonsterKind& kind = content.kind(m);
  const auto& lines = m.last == kNoMove && !kind.first.empty() ? kind.first : kind.roll;
  int from = 0;
  for (const RollLine& line : lines) {
    const double mass = (line.upto - from) / 100.0;
    from = line.upto;
    if (line.in_a_row > 0 && times_in_a_row(m, line.move) >= line.in_a_row) {
      for (int i = 0; i < line.instead_count; ++i) sink(int{line.instead[i]}, mass * line.chance[i]);
    } else {
      sink(int{line.move}, mass);
    }
  }
}

inline int roll_sampled(const Content& content, const State& s, int monster, Random& random) {
  double left = random.uniform();
  int found = 0;
  roll_outcomes(content, s, monster, [&](int move, double probability) {
    if (left >= 0.0) found = move;
    left -= probability;
  });
  return found;
}

inline void set_move(const Fight& f, int monster, int move) {
  f.s.monsters[monster].move = static_cast<std::uint8_t>(move);
}

}  // namespace hazard::spire
