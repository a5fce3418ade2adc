// A quick way to play: every card in hand is judged by what it does, in HP saved for each energy, and the
// best is played until none is worth it. Fights are played out with it to their end by the thousand, so it
// looks at nothing twice and copies nothing.
#pragma once

#include <array>
#include <limits>
#include <memory>

#include "domains/spire/combat.hpp"
#include "domains/spire/content/card_facts.hpp"
#include "domains/spire/planning/threats.hpp"

namespace hazard::spire {

// What things are worth, in HP. Found by measurement: thousands of fights with one number changed.
struct PolicyWeights {
  float damage = 0.06F;        // a point of damage, whoever takes it
  float focus = 0.93F;         // a point of damage on a monster, for each point of threat it loses by that
  float kill = 0.34F;          // a monster less
  float spared = 0.87F;        // a point of announced damage that a dead monster does not deal
  float block = 2.0F;          // a point of block that is needed
  float spare_block = 0.029F;  // one that is not
  float vulnerable = 4.3F;     // a turn of it
  float weak = 4.1F;           // a turn of it after this one
  float strength = 0.83F;      // a point, for each turn to come
  float drain = 1.4F;          // a point that a monster loses, for each turn to come
  float draw = 18.0F;          // a card, with energy left to play it
  float idle_draw = 8.0F;      // a card without
  float energy = 1.1F;
  float lasting = 3.4F;     // a power, for each turn to come
  float made = 0.96F;       // a new card
  float bad_card = 0.75F;   // a wound or its like
  float exhausted = 0.51F;  // a good card that is gone for the fight
  float per_turn = 13.0F;   // damage a turn that fights are expected to go on with
  float most_turns = 30.0F;
  float curl_up = 0.3F;       // of the block that a monster is yet to curl up behind, taken off the damage
  float enrage = 17.0F;       // a strength that a monster gets from a skill
  float cost_offset = 0.74F;  // worth is compared by (cost + this)
  float least = 0.041F;       // what a card must be worth to be played
  float potion = 9.0F;        // what a potion must be worth to be drunk against elites and bosses
};

// The facts of one content, shared by everything that plans with it.
struct Facts {
  explicit Facts(const Content& content)
      : cards(card_facts(content)), potions(potion_facts(content)), monsters(monster_facts(content)) {}
  std::vector<CardFacts> cards;
  std::vector<CardFacts> potions;
  std::vector<MonsterFacts> monsters;
};

class PlayPolicy {
 public:
  PlayPolicy(const Combat& game, std::shared_ptr<const Facts> facts, const PolicyWeights& weights,
             const ThreatSettings& threats)
      : game_(game), facts_(std::move(facts)), weights_(weights), threats_(threats) {}

  const Facts& facts() const { return *facts_; }
  const PolicyWeights& weights() const { return weights_; }
  float threat(const Fight& f, int monster) const {
    return threat_of(f, monster, facts_->monsters[f.s.monsters[monster].kind], threats_);
  }

  Move choose(const State& s) const {
    const Fight f{game_.content(), const_cast<State&>(s)};  // only looked at
    if (!s.steps.empty()) return choose_card(f);
    return choose_play(f);
  }

  // The fight in numbers, worked out once for all cards in hand.
  struct Look {
    std::array<float, kMostMonsters> threat{};
    std::array<int, kMostMonsters> incoming{};
    int need = 0;  // damage that is announced and not blocked
    float turns = 1.0F;
    int enrage = 0, thorns_on_attack = 0, alive = 0;
    int leaders = 0;  // alive, and no minions: with the last of them the fight is won
    int time_left = 99;
  };

  Look look(const Fight& f) const {
    const State& s = f.s;
    Look look;
    float left = 0.0F;
    int announced = 0;
    for (int i = 0; i < s.monster_count; ++i) {
      const Monster& m = s.monsters[i];
      if (!m.alive()) continue;
      ++look.alive;
      if (!m.powers.has(Power::Minion)) {
        ++look.leaders;
        left += static_cast<float>(m.hp + m.block);
      }
      look.incoming[i] = announced_assault(f, i).total();
      announced += look.incoming[i];
      look.threat[i] = threat_of(f, i, facts_->monsters[m.kind], threats_);
      look.enrage += m.powers.amount(Power::Enrage);
      look.thorns_on_attack += m.powers.amount(Power::SharpHide);
      if (const PowerEntry* warp = m.powers.find(Power::TimeWarp)) look.time_left = 12 - warp->amount;
    }
    look.need = std::max(0, announced - s.player.block - block_to_come(s));
    if (s.player.powers.has(Power::Intangible)) look.need = std::min(look.need, 3);
    look.turns = std::clamp(left / weights_.per_turn, 1.0F, weights_.most_turns);
    return look;
  }

  // What a play is worth now, in HP.
  float score(const Fight& f, const Look& look, const Card& card, int target) const {
    const CardKind& kind = f.kind(card);
    const CardFacts& facts = facts_->cards[card.kind];
    const int cost = kind.cost == kCostX ? f.s.player.energy : cost_of(f, card, kind);
    float sum = effects(f, look, facts, kind.type == CardType::Attack, target, cost, card);
    if (kind.type == CardType::Skill)
      sum -= weights_.enrage * static_cast<float>(look.enrage) * look.turns * 0.3F;
    if (kind.type == CardType::Attack) sum -= static_cast<float>(look.thorns_on_attack);
    if (kind.type != CardType::Attack)
      sum -= weights_.bad_card * static_cast<float>(f.s.player.powers.amount(Power::Hex));
    if (kind.type == CardType::Status || kind.type == CardType::Curse) sum += 0.3F;
    const bool leaves =
        kind.is(kCardExhausts) || (kind.type == CardType::Skill && f.s.player.powers.has(Power::Corruption));
    if (leaves && kind.type < CardType::Power) {
      sum -= weights_.exhausted * std::min(facts.worth, 6.0F) * std::min(1.0F, (look.turns - 1.0F) * 0.3F);
      sum += static_cast<float>(f.s.player.powers.amount(Power::FeelNoPain)) *
             std::min(1.0F, static_cast<float>(look.need) * 0.2F);
      sum += weights_.idle_draw * static_cast<float>(f.s.player.powers.amount(Power::DarkEmbrace));
    }
    if (look.time_left <= 1) sum -= 3.0F;
    return sum;
  }

  float score_potion(const Fight& f, const Look& look, int slot, int target) const {
    const CardFacts& facts = facts_->potions[f.s.player.potions[slot]];
    return effects(f, look, facts, false, target, 0, Card{});
  }

 private:
  Move choose_play(const Fight& f) const {
    const State& s = f.s;
    Move best;  // end of turn
    float best_rate = 0.0F;
    const Look seen = look(f);
    if (!plays_are_limited(f)) {
      for (int i = 0; i < s.hand.count; ++i) {
        if (i > 0 && s.hand[i] == s.hand[i - 1]) continue;  // hands are in order
        if (!can_play(f, s.hand[i])) continue;
        const CardKind& kind = f.kind(s.hand[i]);
        const int cost = kind.cost == kCostX ? s.player.energy : cost_of(f, s.hand[i], kind);
        if (kind.cost == kCostX && cost == 0) continue;
        const float per = 1.0F / (static_cast<float>(cost) + weights_.cost_offset);
        const auto consider = [&](int target) {
          const float worth = score(f, seen, s.hand[i], target);
          if (worth < weights_.least || worth * per <= best_rate) return;
          best_rate = worth * per;
          best = play_of(i, target);
        };
        if (!kind.is(kCardAims)) {
          consider(kNobody);
          continue;
        }
        for (int target = 0; target < s.monster_count; ++target) {
          if (s.monsters[target].alive()) consider(target);
        }
      }
    }
    const float price = potion_price(f, seen);
    for (int slot = 0; slot < kPotionSlots; ++slot) {
      const std::uint8_t row = s.player.potions[slot];
      if (row == 0 || !f.content.potions[row].usable) continue;
      const auto consider = [&](int target) {
        const float worth = score_potion(f, seen, slot, target) - price;
        if (worth <= best_rate) return;
        best_rate = worth;
        best = potion_of(slot, target);
      };
      if (!f.content.potions[row].aims) {
        consider(kNobody);
        continue;
      }
      for (int target = 0; target < s.monster_count; ++target) {
        if (s.monsters[target].alive()) consider(target);
      }
    }
    return best;
  }

  // What a potion must be worth. In a hallway it is not drunk at all but to live on: what it is worth to keep
  // it could not be seen if every fight that is played out used it up.
  float potion_price(const Fight& f, const Look& look) const {
    if (look.need >= f.s.player.hp) return 0.0F;
    const auto& belt = f.s.player.potions;
    const bool any = std::any_of(std::begin(belt), std::end(belt), [](auto potion) { return potion != 0; });
    return any && meets_rank(f, 1, 2) ? weights_.potion : std::numeric_limits<float>::infinity();
  }

  int base_damage(const Fight& f, const CardFacts& facts, const Card& card) const {
    switch (facts.amount) {
      case Amount::Block:
        return f.s.player.block;
      case Amount::PerStrike:
        return facts.damage + facts.amount_arg * count_strikes(f);
      case Amount::Grown:
        return facts.damage + card.extra;
      case Amount::Searing:
        return facts.damage + 4 * card.extra + card.extra * (card.extra - 1) / 2;
      case Amount::DrawPile:
        return f.s.draw.count;
      default:
        return facts.damage;
    }
  }

  // What `hits` of `damage` on a monster are worth.
  float harm(const Fight& f, const Look& look, int target, int damage, int hits) const {
    const Monster& m = f.s.monsters[target];
    const int through = damage * hits - m.block;
    if (through >= m.hp && !m.powers.has(Power::Intangible)) {
      const float spared = static_cast<float>(std::min(look.incoming[target], look.need));
      if (look.leaders == 1 && !m.powers.has(Power::Minion)) return 1000.0F;
      return static_cast<float>(m.hp) * weights_.damage + weights_.kill +
             weights_.focus * look.threat[target] + weights_.spared * spared;
    }
    const int taken = toughness(f, m, m.hp) - toughness(f, m, m.hp - std::clamp<int>(through, 0, m.hp));
    float effective =
        static_cast<float>(taken) + 0.5F * static_cast<float>(std::min<int>(m.block, damage * hits));
    if (m.powers.has(Power::CurlUp))
      effective =
          std::max(0.0F, effective - weights_.curl_up * static_cast<float>(m.powers.amount(Power::CurlUp)));
    const float share = std::min(1.0F, effective / static_cast<float>(std::max<int>(6, m.hp + m.block)));
    float sum = effective * weights_.damage + weights_.focus * look.threat[target] * share;
    if (m.powers.has(Power::Thorns)) sum -= static_cast<float>(m.powers.amount(Power::Thorns) * hits);
    if (m.is(kAsleep)) sum *= 0.3F;
    return sum;
  }

  float attack(const Fight& f, const Look& look, const CardFacts& facts, int target, int cost,
               const Card& card) const {
    const int base = base_damage(f, facts, card);
    int hits = facts.hits == kTimesX ? cost : facts.hits;
    if (facts.fiend_fire) hits = std::max(0, f.s.hand.count - 1);
    if (hits == 0) return 0.0F;
    float sum = 0.0F;
    for (int i = 0; i < f.s.monster_count; ++i) {
      if (!f.s.monsters[i].alive()) continue;
      if (!facts.all && !facts.at_random && i != target) continue;
      const int damage = attack_damage(f, kPlayer, i, base, facts.strength_times);
      const float worth = harm(f, look, i, damage, hits);
      sum += facts.at_random ? std::min(worth, 30.0F) / static_cast<float>(look.alive) : worth;
    }
    return sum;
  }

  float debuffs(const Fight& f, const Look& look, const CardFacts& facts, int target) const {
    float sum = 0.0F;
    for (int i = 0; i < f.s.monster_count; ++i) {
      const Monster& m = f.s.monsters[i];
      if (!m.alive() || (target < kMostMonsters && i != target)) continue;
      if (m.powers.has(Power::Artifact)) {
        sum += 1.0F;
        continue;
      }
      const float lives = std::min(look.turns, 1.0F + static_cast<float>(m.hp) / weights_.per_turn);
      if (facts.vulnerable > 0) {
        const auto had = static_cast<float>(m.powers.amount(Power::Vulnerable));
        const float more = std::min<float>(had + facts.vulnerable, lives) - std::min(had, lives);
        sum += weights_.vulnerable * std::max(0.0F, more);
      }
      if (facts.weak > 0) {
        const auto had = static_cast<float>(m.powers.amount(Power::Weak));
        if (had == 0.0F) sum += 0.25F * static_cast<float>(std::min(look.incoming[i], look.need));
        const float more = std::min<float>(had + facts.weak, lives) - std::min(std::max(1.0F, had), lives);
        sum += weights_.weak * std::max(0.0F, more);
      }
      if (facts.drain > 0) sum += weights_.drain * static_cast<float>(facts.drain) * lives;
      if (facts.drain_for_now > 0)
        sum += static_cast<float>(
            std::min<int>(facts.drain_for_now * (look.incoming[i] > 0 ? 1 : 0), look.need));
    }
    return sum;
  }

  float effects(const Fight& f, const Look& look, const CardFacts& facts, bool attacks, int target, int cost,
                const Card& card) const {
    const Player& p = f.s.player;
    float sum = 0.0F;
    if (facts.hits > 0) sum += attack(f, look, facts, target, cost, card);
    if (facts.hurt_all > 0) {
      for (int i = 0; i < f.s.monster_count; ++i) {
        if (f.s.monsters[i].alive() && (target >= kMostMonsters || target == i))
          sum += harm(f, look, i, facts.hurt_all, 1);
      }
    }
    if (facts.block > 0) sum += guard(f, look, facts, cost);
    if (facts.vulnerable > 0 || facts.weak > 0 || facts.drain > 0 || facts.drain_for_now > 0)
      sum += debuffs(f, look, facts, target);
    const float later = std::max(0.0F, look.turns - 0.5F);
    if (facts.strength > 0) sum += weights_.strength * static_cast<float>(facts.strength) * later;
    if (facts.flex > 0) sum += 0.3F * static_cast<float>(facts.flex * std::max(0, p.energy - cost));
    if (facts.draw > 0 && !p.powers.has(Power::NoDraw)) {
      const int room = std::min<int>(facts.draw, kHandSize + 1 - f.s.hand.count);
      const float each = p.energy - cost + facts.energy > 0 ? weights_.draw : weights_.idle_draw;
      sum += each * static_cast<float>(std::max(0, room));
    }
    if (facts.energy > 0)
      sum += weights_.energy * static_cast<float>(facts.energy) * (f.s.hand.count > 2 ? 1.0F : 0.3F);
    sum += weights_.lasting * facts.lasting * later + facts.now;
    sum += weights_.made * static_cast<float>(facts.cards_made) -
           weights_.bad_card * static_cast<float>(facts.bad_cards);
    if (facts.heal > 0) sum += static_cast<float>(std::min<int>(facts.heal, p.max_hp - p.hp)) * 0.8F;
    if (facts.lose_hp > 0) sum -= facts.lose_hp >= p.hp ? 1000.0F : static_cast<float>(facts.lose_hp);
    if (attacks && p.powers.has(Power::Rage))
      sum += static_cast<float>(std::min<int>(p.powers.amount(Power::Rage), look.need));
    return sum;
  }

  float guard(const Fight& f, const Look& look, const CardFacts& facts, int cost) const {
    int gained = scaled_block(f, facts.block);
    if (facts.block_x) gained *= cost;
    if (facts.second_wind) {
      int others = 0;
      for (const Card& card : f.s.hand) others += f.kind(card).type != CardType::Attack ? 1 : 0;
      gained *= std::max(0, others - 1);
    }
    const int useful = std::min(gained, look.need);
    const bool kept = f.s.player.powers.has(Power::Barricade);
    return weights_.block * static_cast<float>(useful) +
           (kept ? 0.6F : weights_.spare_block) * static_cast<float>(gained - useful);
  }

  // Cards to give away are the worst, cards to have are the best.
  Move choose_card(const Fight& f) const {
    const Step& step = f.s.steps.front();
    const Choice choice(step);
    const auto [cards, count] = pile_of(f.s, choice.pile);
    const bool gives_away = choice.deed == Deed::Exhaust || choice.deed == Deed::Discard ||
                            choice.deed == Deed::Gamble || choice.deed == Deed::PutAtBottom;
    int best = -1;
    float best_worth = 0.0F;
    list_choices(f, step, [&, cards = cards](int i) {
      float worth = facts_->cards[cards[i].kind].worth;
      if (choice.deed == Deed::Upgrade) worth = facts_->cards[f.kind(cards[i]).upgrade].worth - worth;
      if (gives_away) worth = -worth;
      if (best >= 0 && worth <= best_worth) return;
      best = i;
      best_worth = worth;
    });
    if (choice.optional && (best < 0 || (gives_away && best_worth < 0.5F))) {
      Move done;
      done.kind = MoveKind::Done;
      return done;
    }
    return choice_of(std::max(0, best));
  }

  const Combat& game_;
  std::shared_ptr<const Facts> facts_;
  PolicyWeights weights_;
  ThreatSettings threats_;
};

inline constexpr int kLongestFight = 60;       // turns that a fight is played out for
inline constexpr int kMostPolicyMoves = 3000;  // and moves: some decks play without end in one turn

// The fight to its end by the policy, in place.
inline void play_to_end(const Combat& game, const PlayPolicy& policy, State& s, Random& random) {
  settle({game.content(), s}, &random);
  const int last = s.turn + kLongestFight;
  for (int moves = 0; moves < kMostPolicyMoves && !s.over() && s.turn < last; ++moves)
    game.play_in_place(s, policy.choose(s), &random);
}

}  // namespace hazard::spire
