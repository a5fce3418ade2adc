// How a monster chooses its next move: what follows the last one, a pattern, or a roll of a hundred against
// its table. The chances are exact: numbers of the hundred are counted, and what is rolled again is carried
// on until nothing of weight is left.
#pragma once

#include <array>
#include <bit>

#include "domains/spire/fight.hpp"

namespace hazard::spire {

// The number of the turn that a move chosen now is for.
inline int coming_turn(const State& s) {
  return s.phase == Phase::Monsters || s.phase == Phase::RoundOver ? s.turn + 1 : s.turn;
}

inline int others_alive(const State& s, int monster) {
  int count = 0;
  for (int i = 0; i < s.monster_count; ++i) count += i != monster && s.monsters[i].alive();
  return count;
}

// How often the monster has just made this move, as far as anybody remembers (three turns).
inline int times_in_a_row(const Monster& m, int move) {
  if (m.move != move) return 0;
  if (m.last != move) return 1;
  return m.second_last == move ? 3 : 2;
}

inline bool has_used(const Monster& m, int move) { return (m.counters[1] >> move & 1) != 0; }

inline bool compares(int value, Compare compare, int number) {
  switch (compare) {
    case Compare::Below:
      return value < number;
    case Compare::AtMost:
      return value <= number;
    case Compare::Equal:
      return value == number;
    case Compare::AtLeast:
      return value >= number;
    case Compare::Above:
      return value > number;
  }
  return false;
}

inline int missing_hp(const State& s) {
  int sum = 0;
  for (int i = 0; i < s.monster_count; ++i) {
    if (s.monsters[i].alive()) sum += s.monsters[i].max_hp - s.monsters[i].hp;
  }
  return sum;
}

inline bool holds(const RollCondition& c, const State& s, int monster) {
  const Monster& m = s.monsters[monster];
  const auto asked = [&](int value) {
    return compares(c.modulo > 0 ? value % c.modulo : value, c.compare, c.number);
  };
  switch (c.asks) {
    case RollQuestion::Nothing:
      return true;
    case RollQuestion::Used:
      return has_used(m, c.about);
    case RollQuestion::Unused:
      return !has_used(m, c.about);
    case RollQuestion::BelowHalf:
      return m.hp < m.max_hp / 2;
    case RollQuestion::Asleep:
      return m.is(kAsleep);
    case RollQuestion::Alone:
      return others_alive(s, monster) == 0;
    case RollQuestion::NotAlone:
      return others_alive(s, monster) > 0;
    case RollQuestion::OddPlace:
      return monster % 2 == 1;
    case RollQuestion::Minions:
      return asked(others_alive(s, monster));
    case RollQuestion::Turn:
      return asked(coming_turn(s));
    case RollQuestion::Own:
      return asked(m.counters[0]);
    case RollQuestion::AlliesMiss:
      return missing_hp(s) >= c.number;
    case RollQuestion::PlayerLacks:
      return !s.player.powers.has(static_cast<Power>(c.about));
  }
  return true;
}

inline bool among(std::uint16_t moves, int move) { return move < 16 && (moves >> move & 1) != 0; }

inline bool line_applies(const RollLine& line, const State& s, int monster) {
  if (line.only_after != 0 && !among(line.only_after, s.monsters[monster].move)) return false;
  return holds(line.when[0], s, monster) && holds(line.when[1], s, monster);
}

inline bool held_back(const RollLine& line, const Monster& m) {
  const int move = line.move.outcomes[0].move;
  if (line.in_a_row > 0 && times_in_a_row(m, move) >= line.in_a_row) return true;
  if (line.not_in_last > 0 && m.move == move) return true;
  if (line.not_in_last > 1 && m.last == move) return true;
  if (among(line.not_after, m.move)) return true;
  return m.move == m.last && among(line.not_after_two, m.move);
}

// What a line makes of the roll; nothing: the next line decides.
inline const RollChoice* chosen_by(const RollLine& line, const State& s, int monster) {
  if (!line_applies(line, s, monster)) return nullptr;
  const RollChoice& choice = held_back(line, s.monsters[monster]) ? line.instead : line.move;
  return choice.count > 0 ? &choice : nullptr;
}

// A set of the numbers 0 to 99.
struct Hundred {
  std::uint64_t words[2] = {0, 0};

  static Hundred between(int low, int high) {  // both included
    Hundred h;
    h.words[0] = below(high + 1) & ~below(low);
    h.words[1] = below(high - 63) & ~below(low - 64);
    return h;
  }
  Hundred both(const Hundred& other) const {
    return {{words[0] & other.words[0], words[1] & other.words[1]}};
  }
  Hundred without(const Hundred& other) const {
    return {{words[0] & ~other.words[0], words[1] & ~other.words[1]}};
  }
  int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }

 private:
  static std::uint64_t below(int n) {
    if (n <= 0) return 0;
    return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  }
};

// Chances of the moves, while they are being added up; rolls that are rolled again wait with their weight.
struct RollSum {
  std::array<double, kMostMoves> moves{};
  struct Again {
    std::uint8_t low = 0, high = 0;
    double weight = 0.0;
  };
  std::array<Again, 8> again{};
  int again_count = 0;

  void add(const RollChoice& choice, double weight) {
    for (int i = 0; i < choice.count; ++i) {
      const RollOutcome& outcome = choice.outcomes[i];
      if (outcome.move == kRollAgain) {
        wait(outcome.low, outcome.high, weight * outcome.chance);
      } else {
        moves[outcome.move] += weight * outcome.chance;
      }
    }
  }
  void wait(std::uint8_t low, std::uint8_t high, double weight) {
    for (int i = 0; i < again_count; ++i) {
      if (again[i].low == low && again[i].high == high) {
        again[i].weight += weight;
        return;
      }
    }
    if (again_count < static_cast<int>(again.size())) again[again_count++] = {low, high, weight};
  }
};

inline void add_roll(const MonsterKind& kind, const State& s, int monster, int low, int high, double weight,
                     RollSum& sum) {
  Hundred left = Hundred::between(low, high);
  const double each = weight / (high - low + 1);
  for (const RollLine& line : kind.roll) {
    const Hundred hit = left.both(Hundred::between(line.from, line.upto - 1));
    const int numbers = hit.count();
    if (numbers == 0) continue;
    const RollChoice* choice = chosen_by(line, s, monster);
    if (choice == nullptr) continue;
    sum.add(*choice, numbers * each);
    left = left.without(hit);
    if (left.count() == 0) return;
  }
}

// A roll that is rolled again and again comes to an end with certainty: what is left is passed over.
inline constexpr double kNoWeight = 1e-13;

inline void sum_of_rolls(const MonsterKind& kind, const State& s, int monster, RollSum& sum) {
  add_roll(kind, s, monster, 0, 99, 1.0, sum);
  for (int round = 0; sum.again_count > 0 && round < 200; ++round) {
    const auto waiting = sum.again;
    const int count = sum.again_count;
    sum.again_count = 0;
    for (int i = 0; i < count; ++i) {
      if (waiting[i].weight < kNoWeight) continue;
      add_roll(kind, s, monster, waiting[i].low, waiting[i].high, waiting[i].weight, sum);
    }
  }
}

inline constexpr MonsterFlag kForced = kFlagA;  // its announced move stands: it does not roll this time

// Whether a queued roll still has to happen.
inline bool will_roll(const State& s, int monster) {
  return !s.monsters[monster].is(kGone) && !s.monsters[monster].is(kForced);
}

// The choice that no roll of a hundred decides: the first move, or what always follows the last.
inline const RollChoice* fixed_choice(const MonsterKind& kind, const Monster& m, int monster) {
  if (m.move != kNoMove || kind.first.empty()) return nullptr;
  return &kind.first[static_cast<std::size_t>(monster) % kind.first.size()];
}

inline int fixed_move(const MonsterKind& kind, const State& s, int monster) {
  const Monster& m = s.monsters[monster];
  if (m.move < kind.after.size() && kind.after[m.move] != kNoMove) return kind.after[m.move];
  if (kind.pattern.empty()) return kNoMove;
  const int length = static_cast<int>(kind.pattern.size());
  int turn = coming_turn(s) - 1;
  if (turn >= length) turn = kind.loop_from + (turn - length) % (length - kind.loop_from);
  return kind.pattern[static_cast<std::size_t>(turn)];
}

// The next move, by chance: `sink(row of the move, probability)`; probabilities sum to one.
template <class Sink>
void roll_outcomes(const Content& content, const State& s, int monster, Sink&& sink) {
  if (!will_roll(s, monster)) return;
  const Monster& m = s.monsters[monster];
  const MonsterKind& kind = content.kind(m);
  RollSum sum;
  if (const RollChoice* choice = fixed_choice(kind, m, monster); choice != nullptr) {
    sum.add(*choice, 1.0);
  } else if (const int move = fixed_move(kind, s, monster); move != kNoMove) {
    sink(move, 1.0);
    return;
  } else {
    sum_of_rolls(kind, s, monster, sum);
  }
  double total = 0.0;
  for (const double chance : sum.moves) total += chance;
  if (total <= 0.0 && m.move < kind.moves.size()) return sink(int{m.move}, 1.0);  // more of the same
  for (int move = 0; move < kMostMoves; ++move) {
    if (sum.moves[move] > 0.0) sink(move, sum.moves[move] / total);
  }
}

inline int drawn_from(const RollChoice& choice, Random& random) {
  if (choice.count == 1) return 0;
  double left = random.uniform();
  for (int i = 0; i + 1 < choice.count; ++i) {
    left -= choice.outcomes[i].chance;
    if (left < 0.0) return i;
  }
  return choice.count - 1;
}

// The same by the dice themselves: much faster than adding up, where one move is wanted. -1: it does not
// roll.
inline int roll_sampled(const Content& content, const State& s, int monster, Random& random) {
  if (!will_roll(s, monster)) return -1;
  const Monster& m = s.monsters[monster];
  const MonsterKind& kind = content.kind(m);
  if (const RollChoice* choice = fixed_choice(kind, m, monster); choice != nullptr) {
    return choice->outcomes[drawn_from(*choice, random)].move;
  }
  if (const int move = fixed_move(kind, s, monster); move != kNoMove) return move;
  int low = 0, high = 99;
  for (int rolls = 0; rolls < 1000; ++rolls) {
    const int number = low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
    for (const RollLine& line : kind.roll) {
      if (number < line.from || number >= line.upto) continue;
      const RollChoice* choice = chosen_by(line, s, monster);
      if (choice == nullptr) continue;
      const RollOutcome& outcome = choice->outcomes[drawn_from(*choice, random)];
      if (outcome.move != kRollAgain) return outcome.move;
      low = outcome.low;
      high = outcome.high;
      break;
    }
  }
  return m.move < kind.moves.size() ? m.move : -1;
}

// Announces a move; what was announced becomes history.
inline void set_move(const Fight& f, int monster, int move) {
  Monster& m = f.s.monsters[monster];
  m.second_last = m.last;
  m.last = m.move;
  m.move = static_cast<std::uint8_t>(move);
}

}  // namespace hazard::spire
