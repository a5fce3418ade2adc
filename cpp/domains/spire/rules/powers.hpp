// Giving and taking powers: what counts as a debuff, what artifact and relics turn away, what adds up.
#pragma once

#include "domains/spire/fight.hpp"

namespace hazard::spire {

// Sets of powers, as two words like PowerList::present.
struct PowerSet {
  std::uint64_t words[2] = {0, 0};
  template <class... P>
  static constexpr PowerSet of(P... ids) {
    PowerSet set;
    ((set.words[static_cast<int>(ids) >> 6] |= std::uint64_t{1} << (static_cast<int>(ids) & 63)), ...);
    return set;
  }
  constexpr bool has(Power id) const {
    return (words[static_cast<int>(id) >> 6] >> (static_cast<int>(id) & 63) & 1) != 0;
  }
  template <class List>
  bool meets(const List& list) const {
    return ((words[0] & list.present[0]) | (words[1] & list.present[1])) != 0;
  }
};

inline constexpr PowerSet kDebuffs =
    PowerSet::of(Power::Vulnerable, Power::Weak, Power::Frail, Power::LoseStrength, Power::LoseDexterity,
                 Power::RegainStrength, Power::NoDraw, Power::NoBlock, Power::Confusion, Power::Constricted,
                 Power::Entangled, Power::Hex, Power::DrawReduction, Power::Poison, Power::Slow);
// A second one changes nothing.
inline constexpr PowerSet kOnOrOff =
    PowerSet::of(Power::Barricade, Power::Corruption, Power::NoDraw, Power::Confusion, Power::Entangled,
                 Power::Surrounded, Power::BackAttack, Power::Minion, Power::Split, Power::PainfulStabs,
                 Power::Reactive, Power::Shifting, Power::LifeLink, Power::Unawakened, Power::PenNib);
// One less at the end of the round; a monster's doing in its own turn waits a round.
inline constexpr PowerSet kWearsOff = PowerSet::of(Power::Vulnerable, Power::Weak, Power::Frail);
inline constexpr PowerSet kBelowZero = PowerSet::of(Power::Strength, Power::Dexterity);

inline constexpr int kMostPower = 999;

inline bool is_debuff(Power id, int amount) { return kDebuffs.has(id) || (amount < 0 && kBelowZero.has(id)); }

template <class List>
void stack_power(List& powers, Power id, int amount, int extra) {
  PowerEntry* entry = id == Power::TheBomb ? nullptr : powers.find(id);
  if (entry == nullptr) {
    if (amount != 0) powers.add(id, amount, static_cast<std::uint8_t>(extra));
    return;
  }
  if (kOnOrOff.has(id)) return;
  // Combust's extra is what it costs, Panache's the damage; its amount counts cards.
  if (id == Power::Panache || id == Power::Combust)
    entry->extra = static_cast<std::uint8_t>(std::min(255, entry->extra + extra));
  if (id == Power::Panache) return;
  const int sum = std::clamp(entry->amount + amount, -kMostPower, kMostPower);
  entry->amount = static_cast<std::int16_t>(sum);
  const bool ends = kBelowZero.has(id) ? sum == 0 : sum <= 0;
  if (ends) powers.erase(id);
}

// Whether a relic or a power keeps a debuff away; an artifact is used up by it.
inline bool turned_away(const Fight& f, int who, Power id) {
  const Player& player = f.s.player;
  if (who == kPlayer && id == Power::Weak && player.has(Relic::Ginger)) return true;
  if (who == kPlayer && id == Power::Frail && player.has(Relic::Turnip)) return true;
  if (!f.has(who, Power::Artifact)) return false;
  if (who == kPlayer) {
    stack_power(f.s.player.powers, Power::Artifact, -1, 0);
  } else {
    stack_power(f.s.monsters[who].powers, Power::Artifact, -1, 0);
  }
  return true;
}

// What the player's debuffs on monsters set off.
inline void player_weakens(const Fight& f, int who, Power id) {
  const int spite = f.s.player.powers.amount(Power::SadisticNature);
  if (spite > 0 && id != Power::RegainStrength) f.later(step_of(Op::Hurt, who, spite));
  if (id == Power::Vulnerable && f.s.player.has(Relic::ChampionBelt))
    f.later(step_of(Op::Apply, who, 1, static_cast<int>(Power::Weak)));
}

inline void apply_power(const Fight& f, int who, Power id, int amount, int source, int extra) {
  if (amount == 0) return;
  if (who != kPlayer && !f.s.monsters[who].alive()) return;
  if (is_debuff(id, amount)) {
    const bool guarded = f.has(who, Power::Artifact);
    if (who != kPlayer && source == kPlayer && !guarded) player_weakens(f, who, id);
    if (turned_away(f, who, id)) return;
  }
  // A debuff that comes to the player after their turn does not wear off in the same round.
  const bool turn_is_over = f.s.phase == Phase::EndingTurn || f.s.phase == Phase::Monsters;
  if (who == kPlayer && kWearsOff.has(id) && turn_is_over) extra = kJustApplied;
  if (id == Power::DrawReduction || (id == Power::Ritual && who != kPlayer) ||
      (id == Power::Intangible && who != kPlayer))
    extra = kJustApplied;
  if (who == kPlayer) {
    stack_power(f.s.player.powers, id, amount, extra);
  } else {
    const bool had = f.s.monsters[who].powers.has(id);
    if (id == Power::Malleable && !had) extra = amount;
    if (id == Power::Flight && !had) extra = amount;
    stack_power(f.s.monsters[who].powers, id, amount, extra);
    if (had && amount < 0 && !f.s.monsters[who].powers.has(id)) monster_lost_power(f, who, id);
  }
}

inline void remove_power(const Fight& f, int who, Power id) {
  if (!f.has(who, id)) return;
  if (who == kPlayer) {
    f.s.player.powers.erase(id);
  } else {
    f.s.monsters[who].powers.erase(id);
    monster_lost_power(f, who, id);
  }
}

// One less; gone at zero.
inline void reduce_power(const Fight& f, int who, Power id, int by = 1) {
  PowerEntry* entry = who == kPlayer ? f.s.player.powers.find(id) : f.s.monsters[who].powers.find(id);
  if (entry == nullptr) return;
  entry->amount = static_cast<std::int16_t>(entry->amount - by);
  if (entry->amount <= 0) remove_power(f, who, id);
}

// What wears off at the end of a round does, unless it has just come.
template <class List>
void wear_off(List& powers, Power id) {
  PowerEntry* entry = powers.find(id);
  if (entry == nullptr) return;
  if ((entry->extra & kJustApplied) != 0) {
    entry->extra = 0;
    return;
  }
  if (--entry->amount <= 0) powers.erase(id);
}

}  // namespace hazard::spire
