// The switches of tree search.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hazard {

enum class Select : std::uint8_t { Uct, Puct, Gumbel };
enum class Leaf : std::uint8_t { Value, Rollout };
enum class Backup : std::uint8_t { Mean, Expectation, Best };
enum class Unseen : std::uint8_t { Leaf, Reweight };

struct TreeSearchSettings {
  Select select = Select::Uct;
  double exploration = 0.7;
  double root_noise = 0.0;            // alpha of the Dirichlet law; 0 for no noise
  double root_noise_fraction = 0.25;  // of the root's priors
  int considered = 16;                // actions of the root that are drawn to be compared
  double gumbel_scale = 1.0;          // 0: the actions of the highest priors instead of drawn ones
  double value_scale = 1.0, visit_offset = 50.0;  // how much values count beside priors
  Leaf leaf = Leaf::Value;
  int rollout_depth = 1000;
  Backup backup = Backup::Best;
  Unseen unseen = Unseen::Leaf;
  bool spread = false;         // note how far the returns of options are spread, whatever the backup
  bool siblings = false;       // value all that can follow a decision when it is met
  bool every_outcome = false;  // value all that chance can bring when it is met
  double widen_actions = 0.0;
  double widen_outcomes = 0.0;
  bool prove = true;
  double close = 0.0;      // an option this far behind is out of the race; 0 for never
  double play_outs = 0.0;  // of each close option, for each simulation
  double trust = 40.0;     // play-outs that the tree's value counts as
  int threads = 1;
  double virtual_loss = 1.0;
  int batch = 1;
  std::size_t max_nodes = 4'000'000;  // positions the tree may hold
  std::uint64_t seed = 0;
};

}  // namespace hazard
