// Small words of the rules: sets of conditions and of combatants, what somebody bears, a shot at somebody.
#pragma once

#include <array>
#include <bit>

#include "domains/fivee/content/odds.hpp"
#include "domains/fivee/state.hpp"

namespace hazard::fivee {

inline constexpr ConditionMask kHelpless =
    mask_of(Condition::Incapacitated, Condition::Paralyzed, Condition::Petrified, Condition::Stunned,
            Condition::Unconscious);
inline constexpr ConditionMask kRooted =
    mask_of(Condition::Grappled, Condition::Restrained) | (kHelpless & ~mask_of(Condition::Incapacitated));

constexpr Fighters only(int fighter) { return Fighters{1} << fighter; }

// Calls `visit` with each member of a set, the lowest first.
void for_each(Fighters set, auto&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// The sum of all modifiers that somebody bears.
struct ActiveModifiers {
  int armor_class = 0, attack_advantage = 0, defense_advantage = 0, save_advantage = 0, speed_feet = 0,
      extra_attacks = 0;
  bool half_speed = false, no_reactions = false, no_healing = false, stops_missiles = false;
  TypeMask resist = 0;
  Fighters open_to = 0;  // whose attacks have advantage
  BonusDice attack, save;
  std::array<const Modifier*, 4> damage{};
  int damage_count = 0;
};

// Whether and how an attack from somewhere reaches a target.
struct Shot {
  bool possible = false, ranged = false, far = false;
  int feet = 0;
  Cover cover = Cover::None;
};

}  // namespace hazard::fivee
