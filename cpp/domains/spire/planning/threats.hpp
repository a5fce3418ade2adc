// What monsters are about to do, and how dangerous each of them is: the damage it has announced, what it does
// on an average turn, and what makes it worse the longer it lives.
#pragma once

#include <algorithm>
#include <vector>

#include "domains/spire/rules/damage.hpp"

namespace hazard::spire {

// What the announced attack does before block, and in how many hits.
struct Assault {
  int damage = 0;  // of one hit, with strength, weak and vulnerable
  int hits = 0;
  int total() const { return damage * hits; }
};

inline int hits_of(const State& s, const Monster& m, const MonsterMove& move) {
  if (move.hits == kTimesOwn) return std::clamp<int>(m.counters[0], 0, 200);
  if (move.hits == kTimesHalfTurn) return std::min((s.turn + 1) / 2, 200);
  return move.hits;
}

inline Assault announced_assault(const Fight& f, int monster) {
  const Monster& m = f.s.monsters[monster];
  const MonsterKind& kind = f.kind(monster);
  int base = 0, hits = 0;
  if (m.move < kind.moves.size() && kind.moves[m.move].attacks) {
    const MonsterMove& move = kind.moves[m.move];
    base = move.damage < 0 ? m.counters[0] : move.damage;
    hits = hits_of(f.s, m, move);
  }
  if (hits == 0 && m.shown_hits > 0) {  // of a monster that nobody knows: what it has announced
    base = m.shown_damage;
    hits = m.shown_hits;
  }
  if (hits == 0) return {};
  return {attack_damage(f, monster, kPlayer, base, 1), hits};
}

// Block that comes by itself when the turn ends.
inline int block_to_come(const State& s) {
  const PlayerPowers& powers = s.player.powers;
  return powers.amount(Power::Metallicize) + powers.amount(Power::PlatedArmor);
}

// Damage that all monsters have announced, before block.
inline int announced_damage(const Fight& f) {
  int sum = 0;
  for (int i = 0; i < f.s.monster_count; ++i) {
    if (f.s.monsters[i].alive()) sum += announced_assault(f, i).total();
  }
  return sum;
}

// HP that would be lost if the turn ended now, by what is announced and by what burns in hand.
inline int expected_loss(const Fight& f) {
  const PlayerPowers& powers = f.s.player.powers;
  int loss = std::max(0, announced_damage(f) - f.s.player.block - block_to_come(f.s));
  if (powers.has(Power::Constricted)) loss += powers.amount(Power::Constricted);
  for (const Card& card : f.s.hand) {
    const Steps steps = f.kind(card).at_end_of_turn;
    for (int i = 0; i < steps.count; ++i) {
      const Step& step = f.content.steps[static_cast<std::size_t>(steps.first + i)];
      if (step.op == Op::Hurt || step.op == Op::LoseHp) loss += std::max<int>(0, step.amount);
    }
  }
  return loss;
}

// What a kind does on an average turn: damage by attacks, and whether it grows.
struct MonsterFacts {
  float damage = 0.0F;  // an average over its moves
  float hits = 0.0F;
  float growth = 0.0F;  // strength that it gives itself or others, an average over its moves
  float harm = 0.0F;    // debuffs and useless cards, counted
};

inline MonsterFacts facts_of(const Content& content, const MonsterKind& kind) {
  MonsterFacts facts;
  if (kind.moves.empty()) return facts;
  for (const MonsterMove& move : kind.moves) {
    const int hits = move.hits >= kTimesHalfTurn ? 2 : move.hits;
    if (move.attacks) {
      facts.damage += static_cast<float>(std::max<int>(5, move.damage) * hits);
      facts.hits += static_cast<float>(hits);
    }
    for (int i = 0; i < move.steps.count; ++i) {
      const Step& step = content.steps[static_cast<std::size_t>(move.steps.first + i)];
      if (step.op == Op::AddCard) facts.harm += static_cast<float>(step.amount);
      if (step.op != Op::Apply) continue;
      const auto id = static_cast<Power>(step.arg);
      if (id == Power::Strength && step.amount > 0) facts.growth += step.amount;
      if (id == Power::Ritual) facts.growth += 3.0F * step.amount;
      if (step.who == kTarget || step.who == kPlayer) facts.harm += 1.0F;
    }
  }
  const auto count = static_cast<float>(kind.moves.size());
  facts.damage /= count;
  facts.hits /= count;
  facts.growth /= count;
  facts.harm /= count;
  return facts;
}

// HP that have to be taken from a monster until it is gone for good: of one that splits, what is left at half
// of its HP has to be taken twice.
inline int toughness(const Fight& f, const Monster& m, int hp) {
  return hp + (f.content.monsters[m.kind].split_move != kNoMove ? std::min<int>(hp, m.max_hp / 2) : 0);
}

struct ThreatSettings {
  float announced = 0.92F;  // weight of what it does this turn against its average turn
  float average = 1.4F;
  float growth = 2.7F;  // for each strength it gains on an average turn
  float harm = 1.2F;    // for each debuff or useless card on an average turn
};

// How much worse each turn is while this monster stands, in HP.
inline float threat_of(const Fight& f, int monster, const MonsterFacts& facts,
                       const ThreatSettings& settings) {
  const Monster& m = f.s.monsters[monster];
  if (!m.alive()) return 0.0F;
  const auto strength = static_cast<float>(m.powers.amount(Power::Strength));
  const float average = std::max(0.0F, facts.damage + facts.hits * strength);
  const float rituals =
      static_cast<float>(m.powers.amount(Power::Ritual) + m.powers.amount(Power::StrengthUp));
  return settings.announced * static_cast<float>(announced_assault(f, monster).total()) +
         settings.average * average + settings.growth * (facts.growth + rituals) + settings.harm * facts.harm;
}

inline std::vector<MonsterFacts> monster_facts(const Content& content) {
  std::vector<MonsterFacts> facts;
  facts.reserve(content.monsters.size());
  for (const MonsterKind& kind : content.monsters) facts.push_back(facts_of(content, kind));
  return facts;
}

}  // namespace hazard::spire
