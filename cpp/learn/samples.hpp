// What games of self-play leave for a learner: of each position what is seen, what it should be worth, and
// what should be done there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/kernels.hpp"

namespace hazard::learn {

struct Samples {
  // Of a network: inputs, one position after the other, and where those of each end.
  std::vector<std::uint16_t> indices;
  std::vector<float> values;
  std::vector<std::uint32_t> input_ends;
  // Of a table: as many keys for each position as there are places.
  std::vector<std::uint32_t> keys;
  std::vector<float> targets;
  // Actions and their shares, and where those of each position end; none where only the value is learned.
  std::vector<std::uint16_t> actions;
  std::vector<float> shares;
  std::vector<std::uint32_t> action_ends;
  std::uint64_t games = 0, moves = 0;

  std::size_t size() const { return targets.size(); }

  void add_inputs(std::span<const Input> inputs) {
    for (const Input& input : inputs) {
      indices.push_back(input.index);
      values.push_back(input.value);
    }
    input_ends.push_back(static_cast<std::uint32_t>(indices.size()));
  }

  void inputs_of(std::size_t i, std::vector<Input>& found) const {
    found.clear();
    for (std::size_t at = i == 0 ? 0 : input_ends[i - 1]; at < input_ends[i]; ++at)
      found.push_back({indices[at], values[at]});
  }

  std::size_t first_action(std::size_t i) const { return i == 0 ? 0 : action_ends[i - 1]; }
  std::span<const std::uint16_t> actions_of(std::size_t i) const {
    return {actions.data() + first_action(i), actions.data() + action_ends[i]};
  }
  std::span<const float> shares_of(std::size_t i) const {
    return {shares.data() + first_action(i), shares.data() + action_ends[i]};
  }

  void append(const Samples& other) {
    const auto inputs = static_cast<std::uint32_t>(indices.size());
    const auto acts = static_cast<std::uint32_t>(actions.size());
    const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    add(indices, other.indices);
    add(values, other.values);
    add(keys, other.keys);
    add(targets, other.targets);
    add(actions, other.actions);
    add(shares, other.shares);
    for (const auto end : other.input_ends) input_ends.push_back(end + inputs);
    for (const auto end : other.action_ends) action_ends.push_back(end + acts);
    games += other.games;
    moves += other.moves;
  }
};

}  // namespace hazard::learn
