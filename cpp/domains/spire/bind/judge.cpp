// Fights that have not happened yet, from Python: several players against the same monsters, as an array of
// what each fight costs.
#include "domains/spire/planning/judge.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/engine.hpp"
#include "domains/spire/bind/bind.hpp"

namespace hazard {

using namespace spire;

namespace {

// (lines of monsters, steps of growth, act, HP to begin with)
using FightTuple = std::tuple<std::vector<std::vector<int>>, int, int, int>;
// Steps of growth: (what is gained, its row).
using FutureTuple = std::vector<std::tuple<int, int>>;

FightAhead fight_from(const Content& content, const FightTuple& given) {
  const auto& [lines, steps, act, hp] = given;
  FightAhead fight{.lines = lines,
                   .steps = checked(steps, 0, 1000, "steps"),
                   .act = checked(act, 1, 4, "act"),
                   .hp = checked(hp, 0, 9999, "hp")};
  checked(static_cast<int>(lines.size()), 1, 1'000'000, "lines");
  for (const auto& line : lines) {
    checked(static_cast<int>(line.size()), 1, kMostMonsters, "monsters");
    for (const int kind : line) checked(kind, -1, static_cast<int>(content.monsters.size()) - 1, "monster");
  }
  return fight;
}

Future future_from(const Content& content, const FutureTuple& given) {
  Future future;
  for (const auto& [gain, row] : given) {
    const auto kind = static_cast<Gain>(checked(gain, 0, static_cast<int>(Gain::Relic), "gain"));
    const std::size_t rows = kind == Gain::Relic ? content.relics.size() : content.cards.size();
    future.push_back({kind, static_cast<std::uint16_t>(checked(row, 0, static_cast<int>(rows) - 1, "row"))});
  }
  return future;
}

using CostArray = nb::ndarray<nb::numpy, const float, nb::ndim<3>>;

// Players that are compared: what they meet is drawn once, and fights are played in portions.
class Comparison {
 public:
  Comparison(std::shared_ptr<const Judge> judge, std::vector<State> players,
             const std::vector<FightTuple>& fights, const std::vector<FutureTuple>& futures,
             std::uint64_t seed, int threads)
      : judge_(std::move(judge)), players_(std::move(players)), seed_(seed), threads_(threads) {
    const Content& content = judge_->content();
    checked(threads, 1, 256, "threads");
    checked(static_cast<int>(players_.size()), 1, 10'000, "players");
    checked(static_cast<int>(fights.size()), 1, 10'000, "fights");
    checked(static_cast<int>(futures.size()), 1, 100'000, "futures");
    for (const State& player : players_) {
      check_state(content, player);
      checked(player.monster_count, 0, 0, "monsters of a player");
    }
    for (const auto& fight : fights) fights_.push_back(fight_from(content, fight));
    for (const auto& future : futures) futures_.push_back(future_from(content, future));
    const nb::gil_scoped_release released;
    attitudes_ = judge_->attitudes(players_, fights_, futures_, seed_, threads_);
  }

  // The costs of fights `first` to `first + count` of some of the players: [player][fight ahead][number].
  CostArray costs(const std::vector<int>& who, int first, int count) const {
    checked(first, 0, 1'000'000'000, "first");
    checked(count, 1, 1'000'000, "count");
    std::vector<State> players;
    std::vector<const PlayPolicy*> attitudes;
    for (const int i : who) {
      const auto place =
          static_cast<std::size_t>(checked(i, 0, static_cast<int>(players_.size()) - 1, "player"));
      players.push_back(players_[place]);
      for (std::size_t k = 0; k < fights_.size(); ++k)
        attitudes.push_back(attitudes_[place * fights_.size() + k]);
    }
    auto costs = std::make_unique<std::vector<float>>();
    {
      const nb::gil_scoped_release released;
      *costs = judge_->costs(players, fights_, futures_, attitudes, first, count, seed_, threads_);
    }
    const nb::capsule owner(costs.get(),
                            [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
    const std::vector<float>* values = costs.release();
    return CostArray(values->data(), {who.size(), fights_.size(), static_cast<std::size_t>(count)}, owner);
  }

 private:
  std::shared_ptr<const Judge> judge_;
  std::vector<State> players_;
  std::vector<FightAhead> fights_;
  std::vector<Future> futures_;
  std::uint64_t seed_;
  int threads_;
  std::vector<const PlayPolicy*> attitudes_;
};

}  // namespace

void bind_spire_judge(nb::module_& m) {
  nb::class_<Judge>(m, "SpireJudge")
      .def(
          "__init__",
          [](Judge* self, std::shared_ptr<const Content> content, std::vector<float> upgrade,
             std::vector<float> keep) {
            if (upgrade.size() != content->cards.size() || keep.size() != content->cards.size())
              throw nb::value_error("a worth for every card is needed");
            new (self) Judge(std::move(content), {}, {std::move(upgrade), std::move(keep)});
          },
          nb::arg("content"), nb::arg("upgrade"), nb::arg("keep"));
  nb::class_<Comparison>(m, "SpireComparison")
      .def(nb::init<std::shared_ptr<const Judge>, std::vector<State>, const std::vector<FightTuple>&,
                    const std::vector<FutureTuple>&, std::uint64_t, int>(),
           nb::arg("judge"), nb::arg("players"), nb::arg("fights"), nb::arg("futures"), nb::arg("seed"),
           nb::arg("threads"))
      .def("costs", &Comparison::costs, nb::arg("players"), nb::arg("first"), nb::arg("count"));
}

}  // namespace hazard
