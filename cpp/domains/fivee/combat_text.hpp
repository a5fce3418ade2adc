// A moment of a fight as a line of text, for errors; and what is in character.
#pragma once

#include "domains/fivee/combat.hpp"

namespace hazard::fivee {

// Column letters and a row number, as on a chess board: a1 is the top left cell.
inline std::string cell_name(Cell cell) {
  std::string letters;
  int column = cell.x;
  if (column >= 26) letters += static_cast<char>('a' + column / 26 - 1);
  letters += static_cast<char>('a' + column % 26);
  return letters + std::to_string(cell.y + 1);
}

inline std::string points(int sixteenths) {
  const int whole = sixteenths / kPoint, rest = (sixteenths % kPoint * 100 + kPoint / 2) / kPoint;
  if (rest == 0) return std::to_string(whole);
  std::string digits = std::to_string(rest);
  if (digits.size() == 1) digits = "0" + digits;
  return std::to_string(whole) + "." + digits;
}

inline std::string Combat::text(const State& s) const {
  std::string words = "round " + std::to_string(s.round) + ", " + rules_->name(s.mover()) + ":";
  for (int i = 0; i < rules_->size(); ++i) {
    const Fighter& f = s.fighters[i];
    words += " " + rules_->name(i) + " " +
             (f.is(kDead)   ? "dead"
              : f.is(kFled) ? "fled"
                            : points(f.hit_points)) +
             "@" + cell_name(f.at) + (i + 1 < rules_->size() ? "," : "");
  }
  return words;
}

inline void Combat::note_style(State& s, const Move& move) const {
  const int me = decider(s);
  if (rules_->side(me) != 1) return;
  const Personality& p = rules_->block(me).personality;
  double style = 0.0;
  if (move.plan.flees) style += 600.0;
  const int target = move.plan.target;
  if (p.prefers != Preference::Any && target != kNobody && rules_->side(target) == 0) {
    const auto best_by = [&](auto&& measure) {
      double best = -1e9;
      int chosen = kNothing;
      for_each(rules_->standing(s, rules_->foes_of(me)), [&](int foe) {
        if (const double m = measure(foe); m > best) best = m, chosen = foe;
      });
      return chosen == target;
    };
    const auto health = [&](int foe) { return double(rules_->hit_points(s, foe)); };
    bool favourite = false;
    switch (p.prefers) {
      case Preference::Nearest:
        favourite = best_by([&](int foe) { return -rules_->feet_between(s, me, foe); });
        break;
      case Preference::Weakest:
        favourite = best_by([&](int foe) { return -health(foe); });
        break;
      case Preference::Strongest:
        favourite = best_by([&](int foe) { return worths_.share(foe); });
        break;
      case Preference::Wounded:
        favourite = best_by([&](int foe) { return -health(foe) / rules_->most_hit_points(s, foe); });
        break;
      case Preference::Caster:
        favourite = rules_->block(target).role == Role::Caster;
        break;
      case Preference::Healer:
        favourite = rules_->block(target).role == Role::Healer;
        break;
      case Preference::LastAttacker:
        favourite = s.fighters[me].last_attacker == target;
        break;
      default:
        break;
    }
    if (favourite) style += 250.0;
  }
  s.style = static_cast<std::int16_t>(std::clamp<double>(s.style + style, -kMostStyle, kMostStyle));
}

static_assert(Game<Combat>);

}  // namespace hazard::fivee
