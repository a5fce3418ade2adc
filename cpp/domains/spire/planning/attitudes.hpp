// Attitudes: the quick policy with other weights. No one set of weights suits every fight: a Gremlin Nob
// wants to be killed, a Guardian to be outlasted. Which one does best from a position is found by playing
// fights out.
#pragma once

#include <algorithm>
#include <vector>

#include "core/budget.hpp"
#include "domains/spire/planning/play_policy.hpp"

namespace hazard::spire {

struct Attitude {
  PolicyWeights weights;
  ThreatSettings threats;
};

// Found by measurement: of some thousands, those that together lose the least, each in the fights it is best
// at.
inline constexpr Attitude kAttitudes[] = {
    {{.damage = 0.075F,
      .focus = 0.93F,
      .kill = 0.82F,
      .spared = 0.42F,
      .block = 1.9F,
      .spare_block = 0.02F,
      .vulnerable = 14.0F,
      .weak = 2.3F,
      .strength = 0.92F,
      .drain = 2.4F,
      .draw = 5.5F,
      .idle_draw = 0.95F,
      .energy = 2.1F,
      .lasting = 1.7F,
      .made = 0.68F,
      .bad_card = 3.2F,
      .exhausted = 0.53F,
      .per_turn = 5.5F,
      .most_turns = 30.0F,
      .enrage = 2.1F,
      .cost_offset = 0.8F,
      .least = 0.11F},
     {.announced = 1.1F, .average = 4.0F, .growth = 2.6F, .harm = 1.2F}},
    {{.damage = 0.075F,
      .focus = 1.6F,
      .kill = 2.7F,
      .spared = 0.86F,
      .block = 3.9F,
      .spare_block = 0.031F,
      .vulnerable = 9.3F,
      .weak = 1.6F,
      .strength = 4.5F,
      .drain = 2.3F,
      .draw = 16.0F,
      .idle_draw = 0.059F,
      .energy = 1.4F,
      .lasting = 19.0F,
      .made = 0.11F,
      .bad_card = 0.47F,
      .exhausted = 0.85F,
      .per_turn = 21.0F,
      .most_turns = 5.7F,
      .enrage = 6.2F,
      .cost_offset = 0.83F,
      .least = 0.02F},
     {.announced = 0.13F, .average = 0.82F, .growth = 3.4F, .harm = 0.69F}},
    {{.damage = 0.049F,
      .focus = 1.9F,
      .kill = 0.52F,
      .spared = 1.2F,
      .block = 4.2F,
      .spare_block = 0.036F,
      .vulnerable = 5.1F,
      .weak = 12.0F,
      .strength = 0.86F,
      .drain = 5.0F,
      .draw = 15.0F,
      .idle_draw = 2.9F,
      .energy = 1.5F,
      .lasting = 9.9F,
      .made = 0.42F,
      .bad_card = 10.0F,
      .exhausted = 0.31F,
      .per_turn = 11.0F,
      .most_turns = 8.8F,
      .enrage = 7.1F,
      .cost_offset = 2.3F,
      .least = 0.076F},
     {.announced = 0.35F, .average = 2.1F, .growth = 0.99F, .harm = 4.5F}},
    {{.damage = 1.5F,
      .focus = 0.29F,
      .kill = 1.1F,
      .spared = 0.21F,
      .block = 2.3F,
      .spare_block = 0.015F,
      .vulnerable = 9.1F,
      .weak = 1.2F,
      .strength = 0.9F,
      .drain = 0.89F,
      .draw = 15.0F,
      .idle_draw = 7.4F,
      .energy = 7.0F,
      .lasting = 1.7F,
      .made = 1.1F,
      .bad_card = 0.95F,
      .exhausted = 0.062F,
      .per_turn = 4.6F,
      .most_turns = 11.0F,
      .enrage = 1.5F,
      .cost_offset = 2.4F,
      .least = 0.21F},
     {.announced = 0.6F, .average = 2.8F, .growth = 8.9F, .harm = 1.1F}},
    {{.damage = 0.24F,
      .focus = 0.8F,
      .kill = 2.1F,
      .spared = 0.38F,
      .block = 1.2F,
      .spare_block = 0.064F,
      .vulnerable = 3.2F,
      .weak = 3.2F,
      .strength = 1.2F,
      .drain = 1.2F,
      .draw = 2.3F,
      .idle_draw = 0.24F,
      .energy = 1.7F,
      .lasting = 1.8F,
      .made = 1.5F,
      .bad_card = 1.5F,
      .exhausted = 0.27F,
      .per_turn = 19.0F,
      .most_turns = 17.0F,
      .enrage = 3.5F,
      .cost_offset = 0.88F,
      .least = 0.05F},
     {.announced = 0.5F, .average = 0.43F, .growth = 2.5F, .harm = 1.6F}},
    {{.damage = 0.042F,
      .focus = 1.1F,
      .kill = 0.52F,
      .spared = 0.12F,
      .block = 5.3F,
      .spare_block = 0.039F,
      .vulnerable = 4.0F,
      .weak = 12.0F,
      .strength = 0.8F,
      .drain = 5.0F,
      .draw = 15.0F,
      .idle_draw = 2.9F,
      .energy = 0.83F,
      .lasting = 4.3F,
      .made = 0.45F,
      .bad_card = 10.0F,
      .exhausted = 0.15F,
      .per_turn = 22.0F,
      .most_turns = 8.8F,
      .enrage = 4.9F,
      .cost_offset = 2.3F,
      .least = 0.076F},
     {.announced = 0.35F, .average = 2.1F, .growth = 1.6F, .harm = 4.5F}},
    {{.damage = 0.069F,
      .focus = 0.77F,
      .kill = 0.26F,
      .spared = 1.2F,
      .block = 2.0F,
      .spare_block = 0.016F,
      .vulnerable = 4.5F,
      .weak = 4.9F,
      .strength = 0.81F,
      .drain = 0.67F,
      .draw = 14.0F,
      .idle_draw = 10.0F,
      .energy = 0.78F,
      .lasting = 5.3F,
      .made = 1.2F,
      .bad_card = 0.63F,
      .exhausted = 0.78F,
      .per_turn = 17.0F,
      .most_turns = 34.0F,
      .enrage = 19.0F,
      .cost_offset = 0.9F,
      .least = 0.046F},
     {.announced = 0.72F, .average = 0.96F, .growth = 2.3F, .harm = 0.83F}},
    {{.damage = 0.089F,
      .focus = 1.7F,
      .kill = 9.6F,
      .spared = 0.28F,
      .block = 1.7F,
      .spare_block = 0.039F,
      .vulnerable = 4.9F,
      .weak = 3.3F,
      .strength = 0.27F,
      .drain = 1.5F,
      .draw = 3.8F,
      .idle_draw = 0.62F,
      .energy = 0.76F,
      .lasting = 1.9F,
      .made = 0.37F,
      .bad_card = 0.14F,
      .exhausted = 3.0F,
      .per_turn = 11.0F,
      .most_turns = 15.0F,
      .enrage = 8.3F,
      .cost_offset = 1.0F,
      .least = 0.11F},
     {.announced = 9.2F, .average = 0.4F, .growth = 0.56F, .harm = 4.0F}},
    {{.damage = 0.15F,
      .focus = 1.5F,
      .kill = 6.3F,
      .spared = 0.16F,
      .block = 1.8F,
      .spare_block = 0.0077F,
      .vulnerable = 2.6F,
      .weak = 3.4F,
      .strength = 1.6F,
      .drain = 1.1F,
      .draw = 0.91F,
      .idle_draw = 9.1F,
      .energy = 3.4F,
      .lasting = 3.2F,
      .made = 4.2F,
      .bad_card = 0.62F,
      .exhausted = 0.22F,
      .per_turn = 11.0F,
      .most_turns = 37.0F,
      .enrage = 3.2F,
      .cost_offset = 0.68F,
      .least = 0.11F},
     {.announced = 0.42F, .average = 2.3F, .growth = 0.49F, .harm = 2.7F}},
    {{.damage = 0.12F,
      .focus = 1.2F,
      .kill = 2.3F,
      .spared = 5.1F,
      .block = 3.9F,
      .spare_block = 0.01F,
      .vulnerable = 6.1F,
      .weak = 0.99F,
      .strength = 13.0F,
      .drain = 0.48F,
      .draw = 48.0F,
      .idle_draw = 21.0F,
      .energy = 1.2F,
      .lasting = 1.6F,
      .made = 0.87F,
      .bad_card = 3.8F,
      .exhausted = 2.3F,
      .per_turn = 19.0F,
      .most_turns = 50.0F,
      .enrage = 1.5F,
      .cost_offset = 0.2F,
      .least = 0.026F},
     {.announced = 0.064F, .average = 6.4F, .growth = 11.0F, .harm = 0.36F}},
    {{.damage = 0.028F,
      .focus = 0.78F,
      .kill = 1.2F,
      .spared = 2.2F,
      .block = 0.37F,
      .spare_block = 0.0029F,
      .vulnerable = 2.0F,
      .weak = 2.9F,
      .strength = 3.9F,
      .drain = 0.87F,
      .draw = 7.2F,
      .idle_draw = 13.0F,
      .energy = 0.75F,
      .lasting = 7.4F,
      .made = 2.9F,
      .bad_card = 1.0F,
      .exhausted = 1.2F,
      .per_turn = 20.0F,
      .most_turns = 35.0F,
      .enrage = 9.9F,
      .cost_offset = 0.27F,
      .least = 0.08F},
     {.announced = 0.067F, .average = 1.2F, .growth = 2.4F, .harm = 1.1F}},
    {{.damage = 0.27F,
      .focus = 0.51F,
      .kill = 3.1F,
      .spared = 0.44F,
      .block = 1.7F,
      .spare_block = 0.018F,
      .vulnerable = 2.7F,
      .weak = 3.9F,
      .strength = 0.54F,
      .drain = 1.6F,
      .draw = 2.6F,
      .idle_draw = 0.22F,
      .energy = 1.8F,
      .lasting = 1.4F,
      .made = 1.6F,
      .bad_card = 1.0F,
      .exhausted = 0.22F,
      .per_turn = 18.0F,
      .most_turns = 13.0F,
      .enrage = 6.5F,
      .cost_offset = 0.47F,
      .least = 0.023F},
     {.announced = 0.49F, .average = 0.41F, .growth = 3.7F, .harm = 2.2F}},
    {{.damage = 0.081F,
      .focus = 0.93F,
      .kill = 0.52F,
      .spared = 0.28F,
      .block = 1.9F,
      .spare_block = 0.027F,
      .vulnerable = 42.0F,
      .weak = 4.7F,
      .strength = 0.26F,
      .drain = 2.1F,
      .draw = 15.0F,
      .idle_draw = 1.5F,
      .energy = 0.69F,
      .lasting = 7.3F,
      .made = 0.89F,
      .bad_card = 6.4F,
      .exhausted = 0.22F,
      .per_turn = 6.9F,
      .most_turns = 11.0F,
      .enrage = 2.4F,
      .cost_offset = 0.74F,
      .least = 0.02F},
     {.announced = 1.1F, .average = 1.3F, .growth = 4.4F, .harm = 1.2F}},
};

class Attitudes {
 public:
  // The policy as it is set, and the `count` first of the others.
  Attitudes(const Combat& game, const std::shared_ptr<const Facts>& facts, const PolicyWeights& weights,
            const ThreatSettings& threats, int count) {
    policies_.emplace_back(game, facts, weights, threats);
    for (const Attitude& other : kAttitudes) {
      if (static_cast<int>(policies_.size()) > count) break;
      policies_.emplace_back(game, facts, other.weights, other.threats);
    }
  }

  // The one that ends fights from `s` with the most HP on average, all on the same luck.
  const PlayPolicy& best_from(const Combat& game, const State& s, int fights, double seconds,
                              std::uint64_t seed) const {
    return best_by(fights, seconds, [&](const PlayPolicy& policy, int i) {
      State end = s;
      Random random(mix64(seed) + static_cast<std::uint64_t>(i));
      play_to_end(game, policy, end, random);
      return end.phase == Phase::Won ? static_cast<double>(end.player.hp) : 0.0;
    });
  }

  // The one for which `kept(policy, number of the fight)` is the most on average.
  template <class Kept>
  const PlayPolicy& best_by(int fights, double seconds, const Kept& kept) const {
    return *ranked_by(all(), fights, seconds, kept)[0];
  }

  std::vector<const PlayPolicy*> all() const {
    std::vector<const PlayPolicy*> found;
    for (const PlayPolicy& policy : policies_) found.push_back(&policy);
    return found;
  }

  // Those given, the best first. After each round the better half goes on, to twice as many fights, while
  // there is time. A round that takes twice as long, for fights that hardly end, is given up.
  template <class Kept>
  static std::vector<const PlayPolicy*> ranked_by(std::vector<const PlayPolicy*> given, int fights,
                                                  double seconds, const Kept& kept) {
    const Meter clock(Budget{}, nullptr, 1);
    std::vector<Tried> tried;
    for (const PlayPolicy* policy : given) tried.push_back({policy, 0.0});
    auto open_end = tried.end();  // those behind it are out, the later the better
    for (int first = 0; open_end - tried.begin() > 1 && clock.seconds() < seconds;
         first += fights, fights *= 2) {
      for (auto one = tried.begin(); one != open_end; ++one) {
        for (int i = first; i < first + fights; ++i) {
          one->kept += kept(*one->policy, i);
          if (clock.seconds() > 2.0 * seconds) return policies_of(tried);
        }
      }
      std::stable_sort(tried.begin(), open_end,
                       [](const Tried& a, const Tried& b) { return a.kept > b.kept; });
      open_end = tried.begin() + (open_end - tried.begin() + 1) / 2;
    }
    return policies_of(tried);
  }

 private:
  struct Tried {
    const PlayPolicy* policy;
    double kept;
  };

  static std::vector<const PlayPolicy*> policies_of(const std::vector<Tried>& tried) {
    std::vector<const PlayPolicy*> found;
    for (const Tried& one : tried) found.push_back(one.policy);
    return found;
  }

  std::vector<PlayPolicy> policies_;
};

}  // namespace hazard::spire
