// The sequence form of a finite game with hidden information: for each player the tree of its own decisions,
// and for each combination of such lines of play what everybody earns. Chance and the histories themselves
// are gone: what remains of a million histories is a few arrays, and what a player earns against fixed
// opponents is one product of a sparse matrix and a vector. Romanovskii 1962; von Stengel, Efficient
// computation of behavior strategies, 1996; Koller, Megiddo 1992.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/large_vector.hpp"
#include "search/equilibrium/hand_blocks.hpp"

namespace hazard {

// One player's decisions. A sequence is what the player has done so far, as far as it goes; sequence 0 is
// nothing at all. Information set i comes after the sequence parent[i], and its actions are the sequences
// first[i] to first[i + 1] - 1:
//
//   parent: 0  0  2        first: 1  3  5  7
//           |  |  |
//   set 0: 1 2 | 3 4 :set 1          the empty sequence leads to the sets 0 and 1,
//            \____ 5 6 :set 2        the action 2 of set 0 leads to set 2
struct Decisions {
  std::vector<std::uint32_t> parent;
  std::vector<std::uint32_t> first;  // one more than there are sets

  std::size_t sets() const { return parent.size(); }
  std::size_t sequences() const { return first.back(); }
};

// A number for each sequence of each player: probabilities of actions where they are decided (a strategy), or
// of the player's own doing all of the way there (a plan).
using Profile = std::vector<std::vector<double>>;

class SequenceForm {
 public:
  // The ends of the game, each with one sequence and one payoff for each player; payoffs have been multiplied
  // by the probability of chance.
  // For two players, blocks of at least `by_hands` hands by hands are looked for, none for 0; what is earned
  // is the same to the bit. Smaller blocks cost more than they save (Leduc poker, 18: 0.86 times the speed).
  static constexpr std::size_t kWorthBlock = 32;
  SequenceForm(std::vector<Decisions> players, std::span<const std::uint32_t> sequences,
               std::span<const double> payoffs, std::size_t by_hands = kWorthBlock)
      : players_(std::move(players)) {
    check(sequences, payoffs);
    const Merged merged = merge(sequences, payoffs);
    entries_ = merged.payoffs.size() / players_.size();
    for (std::size_t p = 0; p < players_.size(); ++p) rows_.push_back(rows_of(p, merged));
    if (by_hands > 0 && players_.size() == 2)
      for (std::size_t p = 0; p < 2; ++p) put_into_blocks(p, by_hands);
  }

  // Blocks of hands that were found, and how many of them differ.
  std::size_t blocks() const { return blocks_.empty() ? 0 : blocks_[0].blocks() + blocks_[1].blocks(); }
  std::size_t different_blocks() const {
    return blocks_.empty() ? 0 : blocks_[0].matrices() + blocks_[1].matrices();
  }

  std::size_t players() const { return players_.size(); }
  const Decisions& decisions(std::size_t p) const { return players_[p]; }
  std::size_t entries() const { return entries_; }

  // What each sequence of a player earns by itself, where it ends the game, against the others' plans.
  // Threads share the sequences; each sum is made by one of them, in the same order.
  void earnings(std::size_t p, const Profile& plans, std::vector<double>& found, int threads = 1) const {
    const std::size_t sequences = players_[p].sequences();
    found.resize(sequences);
    const bool small = rows_[p].payoff.size() < kWorthThreads;
    if (threads <= 1 || small) {
      earn(p, plans, found.data(), 0, sequences);
    } else {
      std::vector<std::jthread> helpers;
      const auto total = static_cast<double>(rows_[p].first.back());
      std::size_t from = 0;
      for (int t = 1; t <= threads; ++t) {
        const auto& first = rows_[p].first;
        const auto share = static_cast<std::uint64_t>(total * t / threads);
        const std::size_t to = t == threads
                                   ? sequences
                                   : static_cast<std::size_t>(
                                         std::lower_bound(first.begin(), first.end(), share) - first.begin());
        const std::size_t end = std::clamp(to, from, sequences);
        helpers.emplace_back(
            [this, p, &plans, &found, from, end] { earn(p, plans, found.data(), from, end); });
        from = end;
      }
    }
    if (!blocks_.empty()) blocks_[p].multiply(plans[1 - p].data(), found.data());
  }

  // From probabilities of actions to probabilities of sequences.
  void plan_of(std::size_t p, const std::vector<double>& strategy, std::vector<double>& plan) const {
    const Decisions& own = players_[p];
    plan.resize(own.sequences());
    plan[0] = 1.0;
    for (std::size_t i = 0; i < own.sets(); ++i) {
      const double before = plan[own.parent[i]];
      for (std::uint32_t s = own.first[i]; s < own.first[i + 1]; ++s) plan[s] = before * strategy[s];
    }
  }

  // And back; where the player itself never comes, all actions are alike.
  void strategy_of(std::size_t p, const std::vector<double>& plan, std::vector<double>& strategy) const {
    const Decisions& own = players_[p];
    strategy.resize(own.sequences());
    strategy[0] = 1.0;
    for (std::size_t i = 0; i < own.sets(); ++i) {
      const std::uint32_t from = own.first[i], to = own.first[i + 1];
      const double sum = std::accumulate(plan.begin() + from, plan.begin() + to, 0.0);
      for (std::uint32_t s = from; s < to; ++s) strategy[s] = sum > 0.0 ? plan[s] / sum : 1.0 / (to - from);
    }
  }

  Profile uniform() const {
    Profile found(players());
    for (std::size_t p = 0; p < players(); ++p)
      strategy_of(p, std::vector<double>(players_[p].sequences(), 0.0), found[p]);
    return found;
  }

 private:
  struct Merged {  // by sequences in the order of the players, each combination once
    std::vector<std::uint32_t> sequences;
    std::vector<double> payoffs;
  };
  struct Rows {  // of one player: the entries of sequence s are first[s] to first[s + 1] - 1
    std::vector<std::uint64_t> first;
    LargeVector<std::uint32_t> others;  // the sequences of the other players
    LargeVector<double> payoff;
  };

  void check(std::span<const std::uint32_t> sequences, std::span<const double> payoffs) const {
    const auto fail = [](const char* what) {
      throw GameError("equilibrium.arrays_do_not_fit", {{"what", what}});
    };
    if (players_.size() < 2) fail("players");
    if (sequences.size() != payoffs.size() || sequences.size() % players_.size() != 0) fail("ends");
    for (const Decisions& own : players_) {
      if (own.first.size() != own.parent.size() + 1 || own.first[0] != 1) fail("first");
      for (std::size_t i = 0; i < own.sets(); ++i)
        if (own.parent[i] >= own.first[i] || own.first[i] >= own.first[i + 1]) fail("parent");
    }
    for (std::size_t k = 0; k < sequences.size(); ++k)
      if (sequences[k] >= players_[k % players_.size()].sequences()) fail("sequences");
  }

  void earn(std::size_t p, const Profile& plans, double* found, std::size_t from, std::size_t to) const {
    const Rows& rows = rows_[p];
    const std::size_t others = players_.size() - 1;
    if (others == 1) {
      const double* plan = plans[1 - p].data();
      for (std::size_t s = from; s < to; ++s) {
        double sum = 0.0;
        for (std::uint64_t e = rows.first[s]; e < rows.first[s + 1]; ++e)
          sum += rows.payoff[e] * plan[rows.others[e]];
        found[s] = sum;
      }
      return;
    }
    for (std::size_t s = from; s < to; ++s) {
      double sum = 0.0;
      for (std::uint64_t e = rows.first[s]; e < rows.first[s + 1]; ++e) {
        double earned = rows.payoff[e];
        for (std::size_t k = 0; k < others; ++k) earned *= plans[k + (k >= p)][rows.others[e * others + k]];
        sum += earned;
      }
      found[s] = sum;
    }
  }

  // Moves what is dense from the rows of a player into blocks of hands.
  void put_into_blocks(std::size_t p, std::size_t least_cells) {
    Rows& rows = rows_[p];
    std::vector<HandBlocks::Entry> entries, thin;
    for (std::uint32_t s = 0; s < players_[p].sequences(); ++s)
      for (std::uint64_t e = rows.first[s]; e < rows.first[s + 1]; ++e)
        entries.push_back({s, rows.others[e], rows.payoff[e]});
    blocks_.emplace_back(players_[p].sequences(), players_[1 - p].sequences(), entries, least_cells,
                         [&](const HandBlocks::Entry& e) { thin.push_back(e); });
    std::stable_sort(thin.begin(), thin.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
    std::fill(rows.first.begin(), rows.first.end(), 0);
    rows.payoff.resize(thin.size());
    rows.others.resize(thin.size());
    for (std::size_t e = 0; e < thin.size(); ++e) {
      ++rows.first[thin[e].row + 1];
      rows.payoff[e] = thin[e].payoff;
      rows.others[e] = thin[e].column;
    }
    std::partial_sum(rows.first.begin(), rows.first.end(), rows.first.begin());
  }

  Merged merge(std::span<const std::uint32_t> sequences, std::span<const double> payoffs) const {
    const std::size_t n = players_.size(), ends = sequences.size() / n;
    std::vector<std::uint32_t> order(ends);
    std::iota(order.begin(), order.end(), 0u);
    const auto at = [&](std::uint32_t end) { return sequences.subspan(end * n, n); };
    // Ends with the same sequences are added in the order in which they were listed: sums do not depend on
    // how the library sorts.
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::lexicographical_compare(at(a), at(b));
    });
    Merged merged;
    for (std::size_t k = 0; k < ends; ++k) {
      const auto here = at(order[k]);
      if (k == 0 || !std::ranges::equal(here, at(order[k - 1]))) {
        merged.sequences.insert(merged.sequences.end(), here.begin(), here.end());
        merged.payoffs.resize(merged.payoffs.size() + n, 0.0);
      }
      for (std::size_t p = 0; p < n; ++p)
        merged.payoffs[merged.payoffs.size() - n + p] += payoffs[order[k] * n + p];
    }
    return merged;
  }

  Rows rows_of(std::size_t p, const Merged& merged) const {
    const std::size_t n = players_.size(), entries = merged.payoffs.size() / n;
    Rows rows;
    rows.first.assign(players_[p].sequences() + 1, 0);
    const auto pays = [&](std::size_t e) { return merged.payoffs[e * n + p] != 0.0; };
    for (std::size_t e = 0; e < entries; ++e)
      if (pays(e)) ++rows.first[merged.sequences[e * n + p] + 1];
    std::partial_sum(rows.first.begin(), rows.first.end(), rows.first.begin());
    std::vector<std::uint64_t> next(rows.first.begin(), rows.first.end() - 1);
    rows.payoff.resize(rows.first.back());
    rows.others.resize(rows.first.back() * (n - 1));
    for (std::size_t e = 0; e < entries; ++e) {
      if (!pays(e)) continue;
      const std::uint64_t place = next[merged.sequences[e * n + p]]++;
      rows.payoff[place] = merged.payoffs[e * n + p];
      for (std::size_t k = 0; k + 1 < n; ++k)
        rows.others[place * (n - 1) + k] = merged.sequences[e * n + k + (k >= p)];
    }
    return rows;
  }

  static constexpr std::size_t kWorthThreads = 50'000;  // below, a thread takes longer to begin than it saves

  std::vector<Decisions> players_;
  std::vector<Rows> rows_;
  std::vector<HandBlocks> blocks_;  // for two players
  std::size_t entries_ = 0;
};

}  // namespace hazard
