// Survival first: what a turn is worth once its cards are played, before anybody knows what comes next.
// Death is worse than anything, HP lost this turn weighs heavily, being left in danger costs extra; damage,
// kills and debuffs keep the pressure up. Every weight is a setting.
#pragma once

#include "domains/spire/planning/play_policy.hpp"

namespace hazard::spire {

struct ScoreSettings {
  float hp_lost = 8.0F;         // a point of HP lost in this turn
  float danger = 70.0F;         // being left below the threshold, which is
  float danger_base = 15.0F;    //   this
  float danger_per_act = 5.0F;  //   and this for every act
  float damage = 1.5F;          // a point of damage dealt
  float foe_block = 0.2F;       // a monster's block, in HP of it: most of it is gone next turn
  float curl_up = 0.6F;         // block that a monster is yet to curl up behind, in HP of it
  float threat = 5.6F;          // the threat of a monster that is gone; in part, of one that is hurt
  float kill = 10.0F;           // a monster that is gone
  float minion = 0.5F;          // damage to a minion and its end, as a share of another monster's
  float vulnerable = 7.0F;      // a turn of it on a monster, up to as long as it may live
  float weak = 8.0F;            // the same
  float strength = 2.5F;        // a point of strength, for each turn to come
  float lasting = 6.8F;         // other powers: HP saved, for each turn to come
  float drawn = 38.0F;          // a card that is drawn with energy left, not known yet
  float idle_drawn = 5.0F;      // and without
  float energy = 4.0F;          // energy left in a turn that goes on after chance has spoken
  float spare_block = 0.9F;
  float potion = 60.0F;   // a potion that is kept
  float flight = 120.0F;  // the rewards that whoever flees goes without
  float bad_card = 3.0F;
};

inline constexpr double kDeathScore = -1e6;

class SurvivalScore {
 public:
  SurvivalScore(const Combat& game, std::shared_ptr<const Facts> facts, const ScoreSettings& settings,
                const ThreatSettings& threats, float per_turn)
      : game_(game), facts_(std::move(facts)), settings_(settings), threats_(threats), per_turn_(per_turn) {}

  const ScoreSettings& settings() const { return settings_; }

  // Death is beyond any sum of weights; among deaths, the one with more done is the better.
  double operator()(const State& s, int loss) const {
    if (s.failed()) return kDeathScore;
    const double standing = standing_of(s);
    if (s.player.is(kFled)) return standing + settings_.hp_lost * s.player.hp - settings_.flight;
    if (s.phase == Phase::Won) return standing + 1e4 + settings_.hp_lost * s.player.hp;
    const double after = s.player.hp - loss;
    if (after <= 0) return kDeathScore + standing * 1e-3;
    const double threshold = settings_.danger_base + settings_.danger_per_act * s.act;
    return standing + settings_.hp_lost * after - (after < threshold ? settings_.danger : 0.0F);
  }

  // The same with the loss that is expected by what monsters have announced.
  double operator()(const State& s) const {
    const Fight f{game_.content(), const_cast<State&>(s)};
    return (*this)(s, s.over() ? 0 : expected_loss(f));
  }

 private:
  double standing_of(const State& s) const {
    const Fight f{game_.content(), const_cast<State&>(s)};
    double sum = 0.0, left = 0.0;
    for (int i = 0; i < s.monster_count; ++i) {
      const Monster& m = s.monsters[i];
      if (m.is(kGone)) continue;
      if (m.is(kHalfDead)) {
        sum -= 0.5 * settings_.kill;
        continue;
      }
      const double kept = m.powers.has(Power::Barricade) ? 1.0 : settings_.foe_block;
      const double hp = toughness(f, m, m.hp) + kept * m.block +
                        static_cast<double>(settings_.curl_up) * m.powers.amount(Power::CurlUp);
      const bool minion = m.powers.has(Power::Minion);  // goes when its leader does
      if (!minion) left += hp;
      const double lives = 1.0 + hp / per_turn_;
      sum -= (settings_.kill + settings_.damage * hp) * (minion ? settings_.minion : 1.0F);
      sum -= settings_.threat * threat_of(f, i, facts_->monsters[m.kind], threats_) *
             std::min(1.0, 0.4 + hp / 60.0);
      sum += settings_.vulnerable * std::min<double>(m.powers.amount(Power::Vulnerable), lives);
      sum += settings_.weak * std::min<double>(m.powers.amount(Power::Weak), lives);
    }
    return sum + player_worth(f, std::min(left / per_turn_, 6.0));
  }

  double player_worth(const Fight& f, double turns) const {
    const Player& p = f.s.player;
    double sum = settings_.spare_block * p.block;
    for (int i = 0; i < p.powers.count; ++i) {
      const PowerEntry& e = p.powers.entries[i];
      if (e.id == Power::Strength) {
        const int lasting = e.amount - p.powers.amount(Power::LoseStrength);
        sum += static_cast<double>(settings_.strength) * lasting * turns;
        continue;
      }
      const double stacks = std::clamp<int>(e.amount, 1, 12);
      sum += settings_.lasting * worth_of(e.id).lasting * stacks * turns;
    }
    for (int slot = 0; slot < kPotionSlots; ++slot) sum += p.potions[slot] != 0 ? settings_.potion : 0.0F;
    const auto bad = [&](const auto& pile) {
      for (const Card& card : pile) {
        if (f.kind(card).type == CardType::Status) sum -= settings_.bad_card;
      }
    };
    bad(f.s.hand);
    bad(f.s.draw);
    bad(f.s.discard);
    return sum;
  }

  const Combat& game_;
  std::shared_ptr<const Facts> facts_;
  ScoreSettings settings_;
  ThreatSettings threats_;
  double per_turn_;
};

}  // namespace hazard::spire
