// The round: the player's turn ends, monsters take theirs, what lasts a round wears off, the next hand is
// drawn. The order is the game's; where a whole group of things happens at one moment, they are queued in
// turn.
#pragma once

#include "domains/spire/rules/playing.hpp"
#include "domains/spire/rules/powers.hpp"
#include "domains/spire/rules/relics.hpp"
#include "domains/spire/rules/steps.hpp"

namespace hazard::spire {

inline std::uint8_t* counter_of(const Fight& f, Relic relic) {
  const int place = f.content.rule_counter[static_cast<int>(relic)];
  return f.s.player.has(relic) && place != 255 ? &f.s.player.counters[place] : nullptr;
}

// 1. Relics, armour, and cards in hand that act by themselves: Burn, Regret and their like.
inline void end_turn(const Fight& f) {
  State& s = f.s;
  s.phase = Phase::EndingTurn;
  s.queued_count = 0;
  if (std::uint8_t* count = counter_of(f, Relic::ArtOfWar)) *count = s.player.attacks_played == 0 ? 1 : 0;
  if (std::uint8_t* count = counter_of(f, Relic::Pocketwatch)) *count = s.player.cards_played <= 3 ? 1 : 0;
  on_occasion(f, Occasion::TurnEnd);
  for (const Power armour : {Power::Metallicize, Power::PlatedArmor}) {
    if (s.player.powers.has(armour))
      f.later(
          step_of(Op::Block, kPlayer, s.player.powers.amount(armour), static_cast<int>(Amount::Unscaled)));
  }
  for (const Card& card : s.hand) {
    if (f.kind(card).at_end_of_turn.any()) queue_steps(f, f.kind(card).at_end_of_turn, kPlayer, kPlayer);
  }
  for (int i = s.hand.count - 1; i >= 0; --i) {
    if (f.kind(s.hand[i]).at_end_of_turn.any()) s.discard.add(s.hand.take_in_order(i));
  }
  f.later(step_of(Op::TurnPowers, kPlayer));
}

inline void tick_bombs(const Fight& f) {
  PlayerPowers& powers = f.s.player.powers;
  for (int i = powers.count - 1; i >= 0; --i) {
    PowerEntry& entry = powers.entries[i];
    if (entry.id != Power::TheBomb || --entry.amount > 0) continue;
    f.later(step_of(Op::Hurt, kEachFoe, entry.extra));
    powers.erase_at(i);
  }
}

// 2. Powers that act or end with the turn, in the order they came.
inline void end_turn_powers(const Fight& f) {
  const PlayerPowers powers = f.s.player.powers;  // as they are now: some take themselves away
  const auto strength = static_cast<int>(Power::Strength);
  for (int i = 0; i < powers.count; ++i) {
    const auto [id, extra, amount] = powers.entries[i];
    switch (id) {
      case Power::Combust:
        f.later(step_of(Op::LoseHp, kPlayer, std::max<int>(1, extra)));
        f.later(step_of(Op::Hurt, kEachFoe, amount));
        break;
      case Power::LoseStrength:
        f.later(step_of(Op::Apply, kPlayer, -amount, strength));
        f.s.player.powers.erase(id);
        break;
      case Power::LoseDexterity:
        f.later(step_of(Op::Apply, kPlayer, -amount, static_cast<int>(Power::Dexterity)));
        f.s.player.powers.erase(id);
        break;
      case Power::Ritual:
        f.later(step_of(Op::Apply, kPlayer, amount, strength));
        break;
      case Power::Constricted:
        f.later(step_of(Op::Hurt, kPlayer, amount, 0, kNobody));  // not the player's own doing
        break;
      case Power::Regeneration:
        f.later(step_of(Op::Heal, kPlayer, amount));
        reduce_power(f, kPlayer, id);
        break;
      case Power::NoDraw:
      case Power::Rage:
      case Power::DoubleTap:
      case Power::Entangled:
        f.s.player.powers.erase(id);
        break;
      default:
        break;
    }
  }
  if (powers.has(Power::TheBomb)) tick_bombs(f);
  f.later(step_of(Op::Discard, kPlayer));
}

// 3. Ethereal cards are exhausted, the others discarded; costs of this turn are forgotten.
inline void discard_hand(const Fight& f) {
  State& s = f.s;
  for (int i = s.hand.count - 1; i >= 0; --i) {
    if (f.kind(s.hand[i]).is(kCardEthereal)) exhaust_from_hand(f, i);
  }
  if (s.player.is(kCostsChanged)) {
    const auto forget = [](auto& pile) {
      for (Card& card : pile) card.forget_turn_cost();
    };
    forget(s.hand);
    forget(s.draw);
    forget(s.discard);
    s.player.clear(kCostsChanged);
  }
  if (s.player.has(Relic::RunicPyramid)) return;
  int kept = 0;
  for (int i = 0; i < s.hand.count; ++i) {
    if (f.kind(s.hand[i]).is(kCardRetains)) {
      s.hand[kept++] = s.hand[i];
    } else {
      s.discard.add(s.hand[i]);
    }
  }
  s.hand.count = static_cast<std::uint8_t>(kept);
}

// 4. Monsters: their block goes, their powers of the turn's start act, and all that stand will move.
inline void begin_monsters(const Fight& f) {
  State& s = f.s;
  s.phase = Phase::Monsters;
  s.to_act = 0;
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (m.is(kGone)) continue;
    s.to_act = static_cast<std::uint8_t>(s.to_act | 1 << i);
    if (!m.powers.has(Power::Barricade)) m.block = 0;
    if (m.powers.has(Power::Poison)) {
      f.later(step_of(Op::LoseHp, i, m.powers.amount(Power::Poison), 0, i));
      reduce_power(f, i, Power::Poison);
    }
    if (PowerEntry* flight = m.powers.find(Power::Flight)) flight->amount = flight->extra;
    monster_started_turn(f, i);
  }
}

inline void next_monster(const Fight& f) {
  State& s = f.s;
  const int i = std::countr_zero(s.to_act);
  s.to_act = static_cast<std::uint8_t>(s.to_act & (s.to_act - 1));
  Monster& m = s.monsters[i];
  if (m.is(kGone)) return;
  take_turn(f, i);
  if (PowerEntry* fading = m.powers.find(Power::Fading)) {
    if (--fading->amount <= 0) f.later(step_of(Op::Die, i, 0, 0, i));
  }
  if (PowerEntry* fuse = m.powers.find(Power::Explosive)) {
    if (--fuse->amount > 0) return;
    f.later(step_of(Op::Hurt, kPlayer, 30, 0, i));
    f.later(step_of(Op::Die, i, 0, 0, i));
  }
}

// 5. What monsters' powers do when all have moved.
inline void end_monsters(const Fight& f) {
  State& s = f.s;
  s.phase = Phase::RoundOver;
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (!m.alive()) continue;
    for (const Power armour : {Power::Metallicize, Power::PlatedArmor}) {
      if (m.powers.has(armour)) gain_block(f, i, m.powers.amount(armour));
    }
    if (m.powers.has(Power::Regenerate)) heal(f, i, m.powers.amount(Power::Regenerate));
    if (m.powers.has(Power::RegainStrength)) {
      apply_power(f, i, Power::Strength, m.powers.amount(Power::RegainStrength), i);
      m.powers.erase(Power::RegainStrength);
    }
    if (PowerEntry* skin = m.powers.find(Power::Malleable)) skin->amount = skin->extra;
    wear_off(m.powers, Power::Intangible);
  }
}

inline void end_round(const Fight& f) {
  State& s = f.s;
  for (const Power id : {Power::Vulnerable, Power::Weak, Power::Frail, Power::DrawReduction,
                         Power::Intangible, Power::NoBlock, Power::Duplication}) {
    if (s.player.powers.has(id)) wear_off(s.player.powers, id);
  }
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (!m.alive()) continue;
    for (const Power id : {Power::Vulnerable, Power::Weak}) {
      if (m.powers.has(id)) wear_off(m.powers, id);
    }
    if (PowerEntry* slow = m.powers.find(Power::Slow)) slow->amount = 0;
    if (m.powers.has(Power::StrengthUp))
      apply_power(f, i, Power::Strength, m.powers.amount(Power::StrengthUp), i);
    if (PowerEntry* ritual = m.powers.find(Power::Ritual)) {
      if ((ritual->extra & kJustApplied) != 0) {
        ritual->extra = 0;
      } else {
        apply_power(f, i, Power::Strength, ritual->amount, i);
      }
    }
    monster_ended_round(f, i);
  }
}

// 6. A new turn: relics, powers, energy, block, and then the draw.
inline void start_turn_powers(const Fight& f) {
  State& s = f.s;
  PlayerPowers& powers = s.player.powers;
  powers.erase(Power::FlameBarrier);
  if (powers.has(Power::Berserk)) gain_energy(f, powers.amount(Power::Berserk));
  if (powers.has(Power::Energized)) {
    gain_energy(f, powers.amount(Power::Energized));
    powers.erase(Power::Energized);
  }
  if (PowerEntry* panache = powers.find(Power::Panache)) panache->amount = 5;
  if (powers.has(Power::NextTurnBlock)) {
    f.later(
        step_of(Op::Block, kPlayer, powers.amount(Power::NextTurnBlock), static_cast<int>(Amount::Unscaled)));
    powers.erase(Power::NextTurnBlock);
  }
  if (powers.has(Power::Magnetism))
    f.later(
        step_of(Op::AddRandom, kPlayer, powers.amount(Power::Magnetism), kColorlessPool, kPlayer, kToHand));
  if (powers.has(Power::Mayhem)) f.later(step_of(Op::PlayTop, kPlayer, powers.amount(Power::Mayhem)));
}

inline int cards_to_draw(const State& s) {
  return s.player.draw_each_turn - (s.player.powers.has(Power::DrawReduction) ? 1 : 0);
}

inline void start_turn(const Fight& f) {
  State& s = f.s;
  Player& p = s.player;
  s.phase = Phase::StartingTurn;
  if (s.turn < 9999) ++s.turn;
  p.cards_played = p.attacks_played = p.skills_played = p.powers_played = p.discarded = 0;
  p.clear(kHurtThisTurn);
  p.clear(kNecronomiconUsed);
  forget_turn_counts(f);
  const int kept = p.has(Relic::IceCream) ? p.energy : 0;
  p.energy = 0;
  gain_energy(f, kept + p.energy_each_turn);
  if (std::uint8_t* peaceful = counter_of(f, Relic::ArtOfWar); peaceful != nullptr && *peaceful != 0)
    gain_energy(f, 1);
  on_occasion(f, Occasion::TurnStart);
  start_turn_powers(f);
  if (!p.powers.has(Power::Barricade))
    p.block = p.has(Relic::Calipers) ? static_cast<std::int16_t>(std::max(0, p.block - 15)) : std::int16_t{0};
  f.later(step_of(Op::Draw, kPlayer, cards_to_draw(s)));
  f.later(step_of(Op::DrawTurn, kPlayer));
}

// 7. After the draw.
inline void after_turn_draw(const Fight& f) {
  State& s = f.s;
  PlayerPowers& powers = s.player.powers;
  if (s.turn == 1) on_occasion(f, Occasion::FirstTurn);
  on_occasion(f, Occasion::TurnDrawn);
  if (std::uint8_t* idle = counter_of(f, Relic::Pocketwatch); idle != nullptr && *idle != 0 && s.turn > 1)
    f.later(step_of(Op::Draw, kPlayer, 3));
  if (powers.has(Power::Brutality)) {
    f.later(step_of(Op::Draw, kPlayer, powers.amount(Power::Brutality)));
    f.later(step_of(Op::LoseHp, kPlayer, powers.amount(Power::Brutality)));
  }
  if (powers.has(Power::DemonForm))
    f.later(step_of(Op::Apply, kPlayer, powers.amount(Power::DemonForm), static_cast<int>(Power::Strength)));
  if (powers.has(Power::DrawMore)) {
    f.later(step_of(Op::Draw, kPlayer, powers.amount(Power::DrawMore)));
    powers.erase(Power::DrawMore);
  }
}

// Relics that look at the monsters or the deck as the fight begins.
inline void starting_relics(const Fight& f) {
  State& s = f.s;
  Player& p = s.player;
  const std::uint8_t* laments = counter_of(f, Relic::NeowsLament);
  const bool shrunk = p.has(Relic::PreservedInsect) && meets_rank(f, 1, 1);  // all in an elite's fight
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (laments != nullptr && *laments > 0) m.hp = std::min<std::int16_t>(m.hp, 1);
    if (shrunk) m.hp = std::min<std::int16_t>(m.hp, static_cast<std::int16_t>(m.max_hp * 3 / 4));
  }
  if (const std::uint8_t* rested = counter_of(f, Relic::AncientTeaSet); rested != nullptr && *rested > 0)
    gain_energy(f, 2);
  if (const std::uint8_t* lifts = counter_of(f, Relic::Girya); lifts != nullptr)
    apply_power(f, kPlayer, Power::Strength, *lifts, kPlayer);
  if (const std::uint8_t* attacks = counter_of(f, Relic::PenNib); attacks != nullptr && *attacks == 9)
    p.powers.add(Power::PenNib, 1);
  if (p.has(Relic::DuVuDoll)) {
    int curses = 0;
    for (const Card& card : s.draw) curses += f.kind(card).type == CardType::Curse ? 1 : 0;
    apply_power(f, kPlayer, Power::Strength, curses, kPlayer);
  }
  if (p.has(Relic::RedSkull) && 2 * p.hp <= p.max_hp) {
    p.set(kSkullOn);
    apply_power(f, kPlayer, Power::Strength, 3, kPlayer);
  }
}

// The first turn: monsters announce their moves, relics begin, innate cards come on top.
inline void begin_fight(const Fight& f) {
  State& s = f.s;
  Player& p = s.player;
  s.phase = Phase::StartingTurn;
  s.turn = 1;
  p.energy = 0;
  gain_energy(f, p.energy_each_turn);
  for (int i = 0; i < s.monster_count; ++i) {
    if (s.monsters[i].move == kNoMove && !s.monsters[i].is(kGone)) f.later(step_of(Op::Roll, i, 0, 0, i));
  }
  int innate = 0;
  for (int i = s.draw.count - 1 - s.known_top; i >= 0; --i) {
    if (!f.kind(s.draw[i]).is(kCardInnate)) continue;
    const Card card = take_from_draw(f, i);
    add_to_draw(f, card, true);
    ++innate;
  }
  if (p.has(Relic::SneckoEye)) p.powers.add(Power::Confusion, 1);
  starting_relics(f);
  on_occasion(f, Occasion::BattleStart);
  on_occasion(f, Occasion::TurnStart);
  f.later(step_of(Op::Draw, kPlayer, std::max(cards_to_draw(s), std::min(innate, kHandSize))));
  f.later(step_of(Op::DrawTurn, kPlayer));
}

}  // namespace hazard::spire
