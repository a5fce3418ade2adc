#include "bindings/engine.hpp"
#include "domains/random_tree/random_tree.hpp"

namespace hazard {

void bind_random_tree(nb::module_& m) {
  bind_record(m, "RandomTreeBranch", "An action or an outcome: one of the branches of a node.",
              field("number", &RandomTree::Branch::number, "Counted from 0."));
  using S = RandomTree::State;
  nb::class_<S> state(m, "RandomTreeState");
  state
      .def(
          "__init__",
          [](S* s, std::uint32_t level, std::uint64_t id) { new (s) S{.id = id, .level = level}; },
          nb::arg("level") = 0, nb::arg("id") = 0)
      .def_prop_ro("level", [](const S& s) { return s.level; })
      .def_prop_ro("id", [](const S& s) { return s.id; });
  bind_state<RandomTree>(state, [](const S& s) { return mix64(mix64(s.id) + s.level); });

  nb::class_<RandomTree> game(m, "RandomTree");
  game.def(
      "__init__",
      [](RandomTree* game, std::uint64_t seed, int depth, int branching, double chance, std::uint64_t width,
         bool rewards) {
        new (game) RandomTree({.seed = seed,
                               .depth = depth,
                               .branching = branching,
                               .chance = chance,
                               .width = width,
                               .rewards = rewards});
      },
      nb::arg("seed"), nb::arg("depth"), nb::arg("branching"), nb::arg("chance"), nb::arg("width"),
      nb::arg("rewards"));
  bind_walk(game);
  bind_engine<RandomTree>(m, "RandomTreeEngine");
}

}  // namespace hazard
