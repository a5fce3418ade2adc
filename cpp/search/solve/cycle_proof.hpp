// Step 3 of cycles.hpp: how much more than the values a player could get against a fixed plan of the other.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/double_double.hpp"
#include "search/solve/cycles.hpp"

namespace hazard {

class CycleProof {
 public:
  // `best` is the player who is free to choose; the other one keeps to `choice`.
  CycleProof(const Cycle& cycle, const std::vector<DoubleDouble>& value,
             const std::vector<std::uint32_t>& choice, Turn best, const std::function<void()>& look)
      : cycle_(cycle),
        value_(value),
        choice_(choice),
        best_(best),
        sign_(best == Turn::Max ? 1.0 : -1.0),
        look_(look) {}

  // No finite value is exceeded by more than this.
  double error();

 private:
  struct Term {
    std::uint32_t group;  // kOut where it leads out
    double probability;
  };
  struct Option {  // something that can be done in a group: an action, or what chance does
    std::uint32_t first_term;
    double loss;  // how much it is worse than the value of the group
  };

  bool finite(std::uint32_t s) const;
  DoubleDouble after(std::uint32_t e) const;
  template <class Visit>
  void each_edge(std::uint32_t s, const Visit& visit) const;

  void find_end_components();
  bool stays(std::uint32_t s, const std::vector<std::uint32_t>& component_of) const;
  void group_states();
  bool list_options();
  bool list_options_of(std::uint32_t s);
  void add_option(std::uint32_t group, std::uint32_t first_edge, std::uint32_t last_edge);
  double error_with(double slack);
  bool always_leaves(double slack) const;
  bool near(std::uint32_t o, double slack) const { return options_[o].loss <= slack; }
  double steps_ahead(std::uint32_t o) const;
  bool bound_steps_directly(double slack);
  void bound_steps_by_sweeps(double slack);

  const Cycle& cycle_;
  const std::vector<DoubleDouble>& value_;
  const std::vector<std::uint32_t>& choice_;
  Turn best_;
  double sign_;
  const std::function<void()>& look_;

  std::vector<bool> in_end_component_;
  std::vector<std::uint32_t> end_component_, group_, members_, first_member_;
  std::vector<DoubleDouble> base_;  // of each group: its value for the player who is free
  std::vector<std::uint32_t> first_option_;
  std::vector<Option> options_;
  std::vector<Term> terms_;
  std::vector<double> steps_;  // of each group: w
  double residual_ = 0.0, scale_ = 0.0;
  double given_ = 0.0;  // what the rounding of the probabilities can change in one step
};

}  // namespace hazard
