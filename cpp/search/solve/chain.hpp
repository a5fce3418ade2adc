// What a Markov chain earns until it is left: V = b + P V, solved directly.
//
// States are eliminated one by one, those with the fewest neighbours first; what went through a state then
// goes past it. The chance to stay is never subtracted from one: it is what is left over by the chances to go
// elsewhere (Grassmann, Taksar and Heyman 1985), so that chances of 10^-15 lose no digit.
#pragma once

#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

namespace hazard {

template <class Number>
class Chain {
 public:
  explicit Chain(std::size_t states) : rows_(states), before_(states), leave_(states), earn_(states) {}

  void go(std::uint32_t from, std::uint32_t to, Number probability) {
    if (from != to) add(from, to, probability);
  }
  void leave(std::uint32_t from, Number probability) { leave_[from] += probability; }
  void earn(std::uint32_t from, Number amount) { earn_[from] += amount; }

  // Fills in what each state is worth; false if that is more than `most_work` steps of arithmetic, or if
  // there are states from which the chain is never left.
  bool solve(std::vector<Number>& value, std::size_t most_work) {
    const auto n = static_cast<std::uint32_t>(rows_.size());
    place_.assign(n, kNowhere);
    gone_.assign(n, false);
    std::vector<std::uint32_t> order;
    std::vector<Number> pivot(n);
    using Waiting = std::pair<std::size_t, std::uint32_t>;
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
    for (std::uint32_t s = 0; s < n; ++s) waiting.emplace(effort(s), s);
    std::size_t work = 0;
    while (!waiting.empty()) {
      const auto [expected, s] = waiting.top();
      waiting.pop();
      if (effort(s) > expected) {  // it has got more neighbours since
        waiting.emplace(effort(s), s);
        continue;
      }
      pivot[s] = leave_[s];
      for (const Step& step : rows_[s]) pivot[s] += step.probability;
      if (!(Number(0.0) < pivot[s])) return false;
      gone_[s] = true;
      order.push_back(s);
      for (const std::uint32_t from : before_[s]) {
        if (gone_[from]) continue;
        work += rows_[from].size() + rows_[s].size();
        pass_by(from, s, pivot[s]);
      }
      if (work > most_work) return false;
    }
    value.assign(n, Number(0.0));
    for (std::size_t i = n; i-- > 0;) {
      const std::uint32_t s = order[i];
      Number sum = earn_[s];
      for (const Step& step : rows_[s]) sum += step.probability * value[step.to];
      value[s] = sum / pivot[s];
    }
    return true;
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Step {
    std::uint32_t to;
    Number probability;
  };

  std::size_t effort(std::uint32_t s) const { return rows_[s].size() * before_[s].size(); }

  void add(std::uint32_t from, std::uint32_t to, Number probability) {
    for (Step& step : rows_[from]) {
      if (step.to != to) continue;
      step.probability += probability;
      return;
    }
    rows_[from].push_back({to, probability});
    before_[to].push_back(from);
  }

  // Sends what goes from `from` to `s` to where it goes from there.
  void pass_by(std::uint32_t from, std::uint32_t s, Number pivot) {
    std::vector<Step>& row = rows_[from];
    Number share(0.0);
    for (std::size_t i = 0; i < row.size();) {
      if (row[i].to == s) {
        share = row[i].probability / pivot;
        row[i] = row.back();
        row.pop_back();
        continue;
      }
      place_[row[i].to] = static_cast<std::uint32_t>(i);
      ++i;
    }
    leave_[from] += share * leave_[s];
    earn_[from] += share * earn_[s];
    for (const Step& step : rows_[s]) {
      if (step.to == from) continue;  // a way back is a way to stay, see above
      if (place_[step.to] == kNowhere) {
        row.push_back({step.to, share * step.probability});
        before_[step.to].push_back(from);
      } else {
        row[place_[step.to]].probability += share * step.probability;
      }
    }
    for (const Step& step : row) place_[step.to] = kNowhere;
  }

  std::vector<std::vector<Step>> rows_;
  std::vector<std::vector<std::uint32_t>> before_;  // where a state may be come from
  std::vector<Number> leave_, earn_;
  std::vector<std::uint32_t> place_;
  std::vector<bool> gone_;
};

}  // namespace hazard
