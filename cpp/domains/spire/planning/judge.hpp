// The worth of a deck is what it does: fights that have not happened yet, played out by the thousand.
//
// Several players, who differ in what they would choose now (a card, an upgrade, a relic), meet the same
// monsters with the same luck. By the time of a later fight the deck has grown: what it will have gained is
// drawn beforehand, and is the same for all of them. What comes back is the HP that each fight costs.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <thread>
#include <vector>

#include "domains/spire/planning/attitudes.hpp"

namespace hazard::spire {

// What happens to a deck on the way to a later fight.
enum class Gain : std::uint8_t { Card, Upgrade, Removal, Relic };

struct GrowthStep {
  Gain gain = Gain::Card;
  std::uint16_t row = 0;  // of the card or relic that is gained
};

// One way in which the rest of the run may go, step by step.
using Future = std::vector<GrowthStep>;

// A fight ahead: lines of monsters, drawn beforehand and met in turn, and how far the deck has come by then.
struct FightAhead {
  std::vector<std::vector<int>> lines;  // rows of monsters; -1: a place that is empty yet
  int steps = 0;                        // of each future
  int act = 1;
  int hp = 0;  // to begin with; 0: what the player has now
};

struct JudgeSettings {
  int attitudes = 13;         // ways to play beside the quick policy
  int attitude_fights = 4;    // in the first round of finding the one that suits a fight
  std::size_t shortlist = 4;  // of what suits the first player, for all of them
  int room_to_heal = 60;      // maximum HP above those at the start: what is healed counts
  double unbeaten = 60.0;     // a lost fight costs all HP, and so much for monsters that are all unhurt
};

// What cards are worth as a table has them, by row: which one is upgraded next, which one is removed.
struct DeckTaste {
  std::vector<float> upgrade, keep;
};

class Judge {
 public:
  Judge(std::shared_ptr<const Content> content, const JudgeSettings& settings, DeckTaste taste)
      : content_(std::move(content)),
        settings_(settings),
        taste_(std::move(taste)),
        game_(content_, State{}),
        attitudes_(game_, std::make_shared<const Facts>(*content_), PolicyWeights{}, ThreatSettings{},
                   settings_.attitudes) {}
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  const Content& content() const { return *content_; }
  const DeckTaste& taste() const { return taste_; }

  // The attitude that suits each player in each fight, found on luck of its own. Players differ in one choice
  // only: all ways to play are tried by the first of them, and then by all those that did best for it.
  std::vector<const PlayPolicy*> attitudes(std::span<const State> players, std::span<const FightAhead> fights,
                                           std::span<const Future> futures, std::uint64_t seed,
                                           int threads) const {
    using Policies = std::vector<const PlayPolicy*>;
    const auto ranked = [&](std::size_t player, std::size_t ahead, Policies given) {
      return Attitudes::ranked_by(
          std::move(given), settings_.attitude_fights, kInfinity, [&](const PlayPolicy& policy, int k) {
            return -cost_of(players[player], fights[ahead], futures, policy, static_cast<std::uint64_t>(k),
                            mix64(seed ^ kOtherLuck) + ahead);
          });
    };
    std::vector<Policies> shortlists(fights.size());
    share(fights.size(), threads, [&](std::size_t ahead) {
      shortlists[ahead] = ranked(0, ahead, attitudes_.all());
      shortlists[ahead].resize(std::min(shortlists[ahead].size(), settings_.shortlist));
    });
    Policies best(players.size() * fights.size());
    share(best.size(), threads, [&](std::size_t i) {
      const std::size_t ahead = i % fights.size();
      best[i] = ranked(i / fights.size(), ahead, shortlists[ahead])[0];
    });
    return best;
  }

  // The HP that fights `first` to `first + count` cost: [player][fight ahead][number].
  std::vector<float> costs(std::span<const State> players, std::span<const FightAhead> fights,
                           std::span<const Future> futures, std::span<const PlayPolicy* const> attitudes,
                           int first, int count, std::uint64_t seed, int threads) const {
    const auto n = static_cast<std::size_t>(count);
    std::vector<float> costs(players.size() * fights.size() * n);
    share(players.size() * fights.size(), threads, [&](std::size_t pair) {
      const std::size_t ahead = pair % fights.size();
      for (int i = 0; i < count; ++i) {
        costs[pair * n + static_cast<std::size_t>(i)] = static_cast<float>(
            cost_of(players[pair / fights.size()], fights[ahead], futures, *attitudes[pair],
                    static_cast<std::uint64_t>(first + i), mix64(seed) + ahead));
      }
    });
    return costs;
  }

  // The deck as it will be: `steps` of a future have come to pass.
  void grow(State& s, const Future& future, int steps) const {
    const int last = std::min<int>(steps, static_cast<int>(future.size()));
    for (int i = 0; i < last; ++i) {
      const GrowthStep& step = future[static_cast<std::size_t>(i)];
      switch (step.gain) {
        case Gain::Card:
          add_card(s, fresh_card(*content_, step.row));
          break;
        case Gain::Upgrade:
          upgrade_one(s);
          break;
        case Gain::Removal:
          remove_one(s);
          break;
        case Gain::Relic:
          add_relic(s, content_->relics[step.row]);
          break;
      }
    }
  }

 private:
  static constexpr std::uint64_t kOtherLuck = 0xa77174de5ULL;

  // What fight `number` costs: its luck depends on its number alone, whoever fights it.
  double cost_of(const State& player, const FightAhead& fight, std::span<const Future> futures,
                 const PlayPolicy& policy, std::uint64_t number, std::uint64_t seed) const {
    Random random(mix64(seed * 0x9e3779b97f4a7c15ULL + number));
    State s = begin(player, fight, futures[number % futures.size()], number, random);
    const int hp = s.player.hp;
    play_to_end(game_, policy, s, random);
    return cost(s, hp);
  }

  // Work that is shared by threads; every piece is the same whoever does it.
  template <class Work>
  static void share(std::size_t pieces, int threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto labour = [&] {
      for (std::size_t i = next++; i < pieces; i = next++) work(i);
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(labour);
    labour();
  }

  State begin(const State& player, const FightAhead& fight, const Future& future, std::uint64_t number,
              Random& random) const {
    State s = player;
    grow(s, future, fight.steps);
    s.act = static_cast<std::uint8_t>(fight.act);
    if (fight.hp > 0) {
      s.player.hp = static_cast<std::int16_t>(fight.hp);
      s.player.max_hp = static_cast<std::int16_t>(fight.hp + settings_.room_to_heal);
    }
    const std::vector<int>& line = fight.lines[number % fight.lines.size()];
    for (const int kind : line) {
      Monster& m = s.monsters[s.monster_count++];
      m = Monster{};
      if (kind < 0)
        m.set(kGone);
      else
        m.kind = static_cast<std::uint16_t>(kind);
    }
    const Fight f{*content_, s};
    for (int i = 0; i < s.monster_count; ++i) begin_monster(f, i, random);
    begin_fight(f);
    return s;
  }

  double cost(const State& s, int hp) const {
    if (s.phase == Phase::Won) return hp - s.player.hp;
    double left = 0.0, all = 1.0;
    for (int i = 0; i < s.monster_count; ++i) {
      all += s.monsters[i].max_hp;
      if (s.monsters[i].alive()) left += s.monsters[i].hp;
    }
    return hp + settings_.unbeaten * left / all;
  }

  void add_card(State& s, const Card& card) const {
    s.draw.add(card);
    if (content_->kind(card).is(kCardCheaperWhenHurt)) s.player.set(kCardsWatchHurt);
  }

  static void add_relic(State& s, const RelicKind& relic) {
    if (s.player.has(relic.bit)) return;
    s.player.add_relic(relic.bit);
    s.player.energy_each_turn = static_cast<std::uint8_t>(s.player.energy_each_turn + relic.energy);
  }

  void upgrade_one(State& s) const {
    const int best = best_card(s, [&](const Card& card) {
      return content_->kind(card).upgrade == card.kind ? -kFar : taste_.upgrade[card.kind];
    });
    if (best >= 0) s.draw[best] = fresh_card(*content_, content_->kind(s.draw[best]).upgrade);
  }

  void remove_one(State& s) const {
    const int worst = best_card(s, [&](const Card& card) { return -taste_.keep[card.kind]; });
    if (worst >= 0) s.draw.take(worst);
  }

  static constexpr float kFar = 1e9F;

  template <class Rate>
  static int best_card(const State& s, const Rate& rate) {
    int best = -1;
    float most = -kFar;
    for (int i = 0; i < s.draw.count; ++i) {
      const float worth = rate(s.draw[i]);
      if (worth <= most) continue;
      most = worth;
      best = i;
    }
    return best;
  }

  std::shared_ptr<const Content> content_;
  JudgeSettings settings_;
  DeckTaste taste_;
  Combat game_;
  Attitudes attitudes_;
};

}  // namespace hazard::spire
