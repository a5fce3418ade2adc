// Playing a card: its steps are queued, then what the play sets off, then its way to a pile. Copies and cards
// that play themselves wait until all of that is done.
#pragma once

#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/relics.hpp"
#include "domains/spire/rules/steps.hpp"

namespace hazard::spire {

inline std::uint8_t one_more(std::uint8_t count) {
  return count < 255 ? static_cast<std::uint8_t>(count + 1) : count;
}

// The same card once more, as soon as this one is done with; the copy is in no pile.
inline void play_again(const Fight& f, const PlayedCard& played) {
  State& s = f.s;
  if (s.queued_count == kMostQueued) return;
  for (int i = s.queued_count; i > 0; --i) s.queued[i] = s.queued[i - 1];
  s.queued[0] = played;
  s.queued[0].flags = static_cast<std::uint8_t>(kFree | kVanishes | kReplay);
  ++s.queued_count;
}

inline bool takes_repeat(const Fight& f, Power id) {
  if (!f.s.player.powers.has(id)) return false;
  reduce_power(f, kPlayer, id);
  return true;
}

inline void maybe_repeat(const Fight& f, const PlayedCard& played, const CardKind& kind) {
  if ((played.flags & kVanishes) != 0) return;
  Player& p = f.s.player;
  const bool attack = kind.type == CardType::Attack;
  if (takes_repeat(f, Power::Duplication)) play_again(f, played);
  if (attack && takes_repeat(f, Power::DoubleTap)) play_again(f, played);
  const bool dear = kind.cost == kCostX ? played.energy >= 2 : played.cost >= 2;
  if (attack && dear && p.has(Relic::Necronomicon) && !p.is(kNecronomiconUsed)) {
    p.set(kNecronomiconUsed);
    play_again(f, played);
  }
}

// The tenth attack hits twice as hard: the ninth prepares it.
inline void count_for_pen_nib(const Fight& f) {
  const int place = f.content.rule_counter[static_cast<int>(Relic::PenNib)];
  if (!f.s.player.has(Relic::PenNib) || place == 255) return;
  std::uint8_t& count = f.s.player.counters[place];
  if (++count >= 10) count = 0;
  if (count == 9) f.later(step_of(Op::Apply, kPlayer, 1, static_cast<int>(Power::PenNib)));
}

inline void attack_played(const Fight& f) {
  const PlayerPowers& powers = f.s.player.powers;
  if (powers.has(Power::Rage))
    f.later(step_of(Op::Block, kPlayer, powers.amount(Power::Rage), static_cast<int>(Amount::Unscaled)));
  if (powers.has(Power::Vigor)) f.later(step_of(Op::Remove, kPlayer, 0, static_cast<int>(Power::Vigor)));
  if (powers.has(Power::PenNib)) f.later(step_of(Op::Remove, kPlayer, 0, static_cast<int>(Power::PenNib)));
  count_for_pen_nib(f);
  on_occasion(f, Occasion::AttackPlayed);
}

// Orange Pellets: an attack, a skill and a power in one turn, and all debuffs are gone.
inline void count_for_pellets(const Fight& f, CardType type) {
  const int place = f.content.rule_counter[static_cast<int>(Relic::OrangePellets)];
  if (!f.s.player.has(Relic::OrangePellets) || place == 255 || type > CardType::Power) return;
  std::uint8_t& seen = f.s.player.counters[place];
  seen = static_cast<std::uint8_t>(seen | 1 << static_cast<int>(type));
  if (seen != 7) return;
  seen = 0;
  PlayerPowers& powers = f.s.player.powers;
  for (int i = powers.count - 1; i >= 0; --i) {
    if (is_debuff(powers.entries[i].id, powers.entries[i].amount)) powers.erase_at(i);
  }
}

inline void power_played(const Fight& f) {
  if (f.s.player.has(Relic::MummifiedHand)) f.later(step_of(Op::CheapRandom, kPlayer, 0, 1));
  on_occasion(f, Occasion::PowerPlayed);
}

inline void count_for_panache(const Fight& f) {
  PowerEntry* entry = f.s.player.powers.find(Power::Panache);
  if (entry == nullptr || --entry->amount > 0) return;
  entry->amount = 5;
  f.later(step_of(Op::Hurt, kEachFoe, entry->extra));
}

// What monsters make of a card as it is played.
inline void monsters_watch(const Fight& f, CardType type) {
  static constexpr PowerSet kWatching = PowerSet::of(Power::SharpHide, Power::Enrage, Power::Curiosity);
  for (int i = 0; i < f.s.monster_count; ++i) {
    const Monster& m = f.s.monsters[i];
    if (!kWatching.meets(m.powers) || !m.alive()) continue;
    if (type == CardType::Attack && m.powers.has(Power::SharpHide))
      f.later(step_of(Op::Hurt, kPlayer, m.powers.amount(Power::SharpHide), 0, i));
    if (type == CardType::Skill && m.powers.has(Power::Enrage))
      f.later(step_of(Op::Apply, i, m.powers.amount(Power::Enrage), static_cast<int>(Power::Strength), i));
    if (type == CardType::Power && m.powers.has(Power::Curiosity))
      f.later(step_of(Op::Apply, i, m.powers.amount(Power::Curiosity), static_cast<int>(Power::Strength), i));
  }
}

inline void count_play(Player& p, CardType type) {
  p.cards_played = one_more(p.cards_played);
  if (type == CardType::Attack) p.attacks_played = one_more(p.attacks_played);
  if (type == CardType::Skill) p.skills_played = one_more(p.skills_played);
  if (type == CardType::Power) p.powers_played = one_more(p.powers_played);
}

// The steps of the card in play, and of everything that its play sets off.
inline void use_card(const Fight& f, const PlayedCard& played) {
  State& s = f.s;
  const CardKind& kind = f.kind(played.card);
  s.in_play = played;
  s.in_play_set = 1;
  count_play(s.player, kind.type);
  queue_steps(f, kind.play, kPlayer, played.target);
  if (kind.cost == kUnplayable) {  // a relic lets it be played, and it is gone
    s.in_play.flags |= kExhausts;
    if (kind.type == CardType::Curse) f.later(step_of(Op::LoseHp, kPlayer, 1));
  }
  maybe_repeat(f, played, kind);
  if (kind.type == CardType::Attack) attack_played(f);
  if (kind.type == CardType::Skill) {
    if (s.player.powers.has(Power::Corruption)) s.in_play.flags |= kExhausts;
    on_occasion(f, Occasion::SkillPlayed);
  }
  if (kind.type == CardType::Power) power_played(f);
  on_occasion(f, Occasion::CardPlayed);
  count_for_pellets(f, kind.type);
  count_for_panache(f);
  if (s.player.powers.has(Power::Hex) && kind.type != CardType::Attack)
    f.later(
        step_of(Op::AddCard, kPlayer, s.player.powers.amount(Power::Hex), f.content.dazed, kPlayer, kToDraw));
  monsters_watch(f, kind.type);
  f.later(step_of(Op::FinishCard, kPlayer));
  for (const Card& other : s.hand) {
    const Steps pain = f.kind(other).when_another_is_played;
    for (int i = 0; i < pain.count; ++i) {
      Step step = f.content.steps[pain.first + i];
      step.who = kPlayer;
      f.soon(step);
    }
  }
}

inline void play_from_hand(const Fight& f, int index, int target) {
  State& s = f.s;
  PlayedCard played;
  played.card = s.hand[index];
  played.target = static_cast<std::uint8_t>(target);
  const CardKind& kind = f.kind(played.card);
  played.cost = static_cast<std::uint8_t>(cost_of(f, played.card, kind));
  played.energy = s.player.energy;
  s.hand.take_in_order(index);
  const bool all = kind.cost == kCostX && !played.card.free_once();
  s.player.energy = all ? 0 : static_cast<std::uint8_t>(s.player.energy - played.cost);
  use_card(f, played);
}

// A card that was to play itself and cannot: to the pile where it would have ended up, without effect.
inline void put_away(const Fight& f, const PlayedCard& played) {
  if ((played.flags & kVanishes) != 0) return;
  if ((played.flags & kExhausts) != 0) {
    exhaust_card(f, played.card);
  } else {
    f.s.discard.add(played.card);
  }
}

// A card that plays itself: at its target if it still stands, at anybody if it has none yet. Where nobody can
// be aimed at (the Awakened One between its lives) it comes to nothing.
inline void play_queued(const Fight& f) {
  State& s = f.s;
  PlayedCard played = s.queued[0];
  const CardKind& kind = f.kind(played.card);
  if (kind.is(kCardAims) && played.target == kRandomFoe && s.any_target())
    return f.soon(step_of(Op::Aim, kRandomFoe));
  for (int i = 1; i < s.queued_count; ++i) s.queued[i - 1] = s.queued[i];
  s.queued[--s.queued_count] = {};
  const bool reaches =
      !kind.is(kCardAims) || (played.target < kMostMonsters && s.monsters[played.target].alive());
  if (reaches && allowed(f, kind) && !plays_are_limited(f)) {
    if ((played.flags & kReplay) == 0) played.energy = s.player.energy;
    return use_card(f, played);
  }
  put_away(f, played);
}

inline void count_for_time_warp(const Fight& f, int monster) {
  PowerEntry* entry = f.s.monsters[monster].powers.find(Power::TimeWarp);
  if (++entry->amount < 12) return;
  entry->amount = 0;
  f.s.queued_count = 0;
  f.later(step_of(Op::Apply, kEachAlly, 2, static_cast<int>(Power::Strength), monster));
  f.later(step_of(Op::EndTurn, kPlayer));
}

// To the pile where the card ends up; powers and copies are in none.
inline void leave_play(const Fight& f, PlayedCard played, bool spared) {
  const CardKind& kind = f.kind(played.card);
  if ((played.flags & kVanishes) != 0 || kind.type == CardType::Power) return;
  played.card.costs &= static_cast<std::uint8_t>(~Card::kFreeOnce);
  if (!spared && (kind.is(kCardExhausts) || (played.flags & kExhausts) != 0)) {
    exhaust_card(f, played.card);
  } else {
    f.s.discard.add(played.card);
  }
}

inline void finish_card(const Fight& f, bool spared) {
  static constexpr PowerSet kCounting = PowerSet::of(Power::TimeWarp, Power::BeatOfDeath, Power::Slow);
  State& s = f.s;
  const PlayedCard played = s.in_play;
  s.in_play = {};
  s.in_play_set = 0;
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (!kCounting.meets(m.powers) || !m.alive()) continue;
    if (m.powers.has(Power::TimeWarp)) count_for_time_warp(f, i);
    if (m.powers.has(Power::BeatOfDeath))
      f.later(step_of(Op::Hurt, kPlayer, m.powers.amount(Power::BeatOfDeath), 0, i));
    if (PowerEntry* slow = m.powers.find(Power::Slow)) ++slow->amount;
  }
  player_played(f, played);
  leave_play(f, played, spared);
  if (s.hand.empty() && s.player.has(Relic::UnceasingTop) && s.phase == Phase::Playing)
    f.later(step_of(Op::Draw, kPlayer, 1));
}

inline void drink(const Fight& f, int slot, int target) {
  State& s = f.s;
  const PotionKind& potion = f.content.potions[s.player.potions[slot]];
  s.player.potions[slot] = 0;
  queue_steps(f, s.player.has(Relic::SacredBark) ? potion.doubled : potion.steps, kPlayer, target);
  face(f, target);
  on_occasion(f, Occasion::PotionUsed);
}

}  // namespace hazard::spire
