// What a card or potion does, in a few numbers read from its steps: enough to judge it in a moment without
// playing it. New content is judged by the same reading.
#pragma once

#include <vector>

#include "domains/spire/content/content.hpp"
#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/steps.hpp"

namespace hazard::spire {

struct CardFacts {
  std::int16_t damage = 0;  // of one hit, as it is written
  std::uint8_t hits = 0;    // kTimesX: as often as there is energy
  std::uint8_t strength_times = 1;
  Amount amount = Amount::Plain;
  std::uint8_t amount_arg = 0;
  bool all = false, at_random = false, fiend_fire = false, second_wind = false;
  bool block_x = false;
  std::int16_t block = 0;
  std::int16_t hurt_all = 0;
  std::int8_t vulnerable = 0, weak = 0;  // on the target, or on all
  std::int8_t strength = 0;              // lasting, of the player
  std::int8_t flex = 0;                  // strength for this turn
  std::int8_t drain = 0;                 // strength that the target or all lose
  std::int8_t drain_for_now = 0;
  std::int8_t draw = 0, energy = 0, lose_hp = 0, heal = 0;
  std::int8_t cards_made = 0, bad_cards = 0;
  float lasting = 0.0F;  // HP saved a turn by powers that stay, roughly
  float now = 0.0F;      // HP saved this turn by other effects, roughly
  float worth = 0.0F;    // how gladly one has it in hand
};

// HP that one stack of a power saves its owner: for each turn it lasts, or for this turn only.
struct PowerWorth {
  float lasting = 0.0F, now = 0.0F;
};

inline PowerWorth worth_of(Power id) {
  switch (id) {
    case Power::Metallicize:
    case Power::PlatedArmor:
      return {0.8F, 0.0F};
    case Power::Dexterity:
      return {1.5F, 0.0F};
    case Power::DemonForm:
      return {2.5F, 0.0F};
    case Power::Ritual:
      return {2.5F, 0.0F};
    case Power::Corruption:
      return {6.0F, 0.0F};
    case Power::FeelNoPain:
      return {1.2F, 0.0F};
    case Power::DarkEmbrace:
      return {2.5F, 0.0F};
    case Power::Barricade:
      return {4.0F, 0.0F};
    case Power::Juggernaut:
      return {0.5F, 0.0F};
    case Power::Evolve:
    case Power::Rupture:
    case Power::Brutality:
      return {1.0F, 0.0F};
    case Power::Combust:
    case Power::FireBreathing:
      return {0.3F, 0.0F};
    case Power::Berserk:
      return {3.0F, 0.0F};
    case Power::Thorns:
      return {0.5F, 0.0F};
    case Power::Buffer:
      return {0.0F, 8.0F};
    case Power::Intangible:
      return {0.0F, 12.0F};
    case Power::FlameBarrier:
      return {0.0F, 0.6F};
    case Power::Rage:
      return {0.0F, 0.8F};
    case Power::DoubleTap:
    case Power::Duplication:
      return {0.0F, 4.0F};
    case Power::Regeneration:
      return {0.0F, 2.0F};
    case Power::Artifact:
      return {0.0F, 2.0F};
    case Power::Mayhem:
    case Power::Magnetism:
    case Power::Panache:
    case Power::SadisticNature:
      return {1.0F, 0.0F};
    case Power::NextTurnBlock:
      return {0.0F, 0.7F};
    case Power::DrawMore:
    case Power::Energized:
      return {0.0F, 2.0F};
    case Power::NoDraw:
    case Power::NoBlock:
    case Power::Vulnerable:
    case Power::Frail:
    case Power::Weak:
      return {0.0F, -2.0F};
    default:
      return {0.0F, 0.5F};
  }
}

namespace detail {

inline std::int8_t small(int value) { return static_cast<std::int8_t>(std::clamp(value, -100, 100)); }

inline void read_power(const Step& step, bool on_foes, CardFacts& facts) {
  const auto id = static_cast<Power>(step.arg);
  const int amount = step.amount;
  if (on_foes) {
    if (id == Power::Vulnerable) facts.vulnerable = small(facts.vulnerable + amount);
    if (id == Power::Weak) facts.weak = small(facts.weak + amount);
    if (id == Power::Strength && amount < 0) facts.drain = small(facts.drain - amount);
    if (id == Power::RegainStrength) facts.drain_for_now = small(amount);
    if (id == Power::Poison) facts.now += 0.8F * static_cast<float>(amount);
    return;
  }
  if (id == Power::Strength) {
    facts.strength = small(facts.strength + amount);
  } else if (id == Power::LoseStrength) {
    facts.flex = small(amount);
  } else {
    const PowerWorth worth = worth_of(id);
    const auto stacks = static_cast<float>(std::min(std::abs(amount), 12));
    const float counted = amount < 0 && id != Power::Barricade && id != Power::Corruption ? 1.0F : stacks;
    facts.lasting += worth.lasting * std::max(1.0F, counted);
    facts.now += worth.now * std::max(1.0F, counted);
  }
}

inline void read_step(const Content& content, const Step& step, CardFacts& facts) {
  const bool on_foes = step.who == kTarget || step.who == kEachFoe || step.who == kRandomFoe;
  switch (step.op) {
    case Op::Damage:
    case Op::FiendFire:
      facts.damage = step.amount;
      facts.hits = std::max<std::uint8_t>(step.times, 1);
      facts.amount = amount_of(step);
      facts.amount_arg = static_cast<std::uint8_t>(step.arg >> 8);
      if (facts.amount == Amount::StrengthTimes) facts.strength_times = facts.amount_arg;
      facts.all = step.who == kEachFoe;
      facts.at_random = step.who == kRandomFoe;
      facts.fiend_fire = step.op == Op::FiendFire;
      return;
    case Op::Hurt:
      if (on_foes) facts.hurt_all = static_cast<std::int16_t>(facts.hurt_all + step.amount);
      if (!on_foes) facts.lose_hp = small(facts.lose_hp + step.amount);
      return;
    case Op::Block:
      facts.block =
          static_cast<std::int16_t>(facts.block + step.amount * (step.times == kTimesX ? 1 : step.times));
      facts.block_x = step.times == kTimesX;
      return;
    case Op::SecondWind:
      facts.second_wind = true;
      facts.block = step.amount;
      return;
    case Op::DoubleBlock:
      facts.now += 6.0F;
      return;
    case Op::DoubleStrength:
      facts.lasting += 3.0F;
      return;
    case Op::Apply:
      return read_power(step, on_foes, facts);
    case Op::Draw:
      facts.draw = small(facts.draw + step.amount);
      return;
    case Op::DrawFromDeck:
      facts.draw = small(facts.draw + step.amount);
      return;
    case Op::Energy:
      facts.energy = small(facts.energy + step.amount);
      return;
    case Op::LoseHp:
      facts.lose_hp = small(facts.lose_hp + step.amount);
      return;
    case Op::Heal:
    case Op::MaxHp:
      facts.heal = small(facts.heal + step.amount);
      return;
    case Op::AddCard: {
      const bool bad = content.cards[step.arg].type >= CardType::Status;
      (bad ? facts.bad_cards : facts.cards_made) =
          small((bad ? facts.bad_cards : facts.cards_made) + step.amount);
      return;
    }
    case Op::AddRandom:
    case Op::Discover:
    case Op::PlayTop:
      facts.cards_made = small(facts.cards_made + 1);
      return;
    default:
      return;
  }
}

}  // namespace detail

// How gladly one has the card, when one is to be chosen and another given away.
inline float worth_in_hand(const CardFacts& facts, const CardKind& kind) {
  if (kind.type == CardType::Curse) return -3.0F;
  if (kind.type == CardType::Status) return kind.cost == kUnplayable ? -2.5F : -2.0F;
  if (kind.cost == kUnplayable) return -1.0F;
  const auto hits = static_cast<float>(facts.hits == kTimesX ? 3 : facts.hits);
  float sum = 0.7F * facts.damage * hits * (facts.all ? 1.5F : 1.0F) + facts.block + 0.5F * facts.hurt_all;
  sum += 3.0F * facts.vulnerable + 2.0F * facts.weak + 5.0F * facts.strength + 2.0F * facts.drain;
  sum += 3.0F * facts.draw + 4.0F * facts.energy + 3.0F * facts.lasting + facts.now + 2.0F * facts.cards_made;
  sum += facts.heal - facts.lose_hp - 1.5F * facts.bad_cards;
  if (facts.amount == Amount::Block) sum += 8.0F;
  if (facts.fiend_fire || facts.second_wind) sum += 10.0F;
  return sum / (0.7F + static_cast<float>(std::max<int>(0, kind.cost)));
}

inline CardFacts facts_of(const Content& content, Steps steps) {
  CardFacts facts;
  for (int i = 0; i < steps.count; ++i)
    detail::read_step(content, content.steps[static_cast<std::size_t>(steps.first + i)], facts);
  facts.strength = detail::small(facts.strength - facts.flex);
  if (facts.drain_for_now > 0) facts.drain = detail::small(facts.drain - facts.drain_for_now);
  return facts;
}

inline std::vector<CardFacts> card_facts(const Content& content) {
  std::vector<CardFacts> found;
  found.reserve(content.cards.size());
  for (const CardKind& kind : content.cards) {
    CardFacts facts = facts_of(content, kind.play);
    facts.worth = worth_in_hand(facts, kind);
    found.push_back(facts);
  }
  return found;
}

inline std::vector<CardFacts> potion_facts(const Content& content) {
  std::vector<CardFacts> found;
  found.reserve(content.potions.size());
  for (const PotionKind& kind : content.potions) found.push_back(facts_of(content, kind.steps));
  return found;
}

}  // namespace hazard::spire
