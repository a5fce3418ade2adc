// Games of self-play, from which a judge learns.
//
// A player without look-ahead takes the action after which the judge sees the most, now and then any
// (temporal differences; Sutton 1988, Tesauro 1992). A player with a teacher searches the tree with the judge
// and takes what the search prefers: the judge is to learn the search's values and its improved policy, and
// the next search is better for it (expert iteration; Anthony and others 2017, Silver and others 2018; the
// policy by Gumbel, Danihelka and others 2022).
//
// Each state of a game is learned as a mixture of what it was thought to be worth later on and what came of
// it, by lambda. The numbers of a game are drawn by its own seed, so that it does not matter who plays it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/players.hpp"
#include "core/random.hpp"
#include "learn/samples.hpp"
#include "search/tree/keeper.hpp"
#include "search/tree/tree_search.hpp"
#include "self_play/judged_game.hpp"

namespace hazard {

struct SelfPlaySettings {
  std::uint64_t seed = 0;
  bool search = true;    // with a teacher
  int simulations = 32;  // of each search
  double explore = 0.0;  // without a teacher: how often any action is taken
  int opening = 0;       // up to so many decisions are random, and with a teacher as many more are drawn
  double value_scale = 0.25, visit_offset = 50.0;  // of the teacher (gumbel.hpp)
  double lambda = 0.7;                             // how far what came of it counts
  int longest = 5000;  // moves; then a game is cut, and what it seems to be worth counts
  int threads = 1;
};

template <Game G>
class SelfPlayer {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  SelfPlayer(const JudgedGame<G>& judged, const SelfPlaySettings& settings, Interrupt interrupt)
      : game_(judged.game()),
        judged_(judged),
        settings_(settings),
        interrupt_(std::move(interrupt)),
        priors_(game_, 100'000),
        evaluator_(judged.evaluator(takes_weigher<G>() ? nullptr : &priors_)) {
    search_.select = judged.judge().has_policy() ? Select::Gumbel : Select::Uct;
    search_.backup = Backup::Expectation;
    search_.value_scale = settings.value_scale;
    search_.visit_offset = settings.visit_offset;
    search_.max_nodes = std::max<std::size_t>(64, 4 * static_cast<std::size_t>(settings.simulations));
  }

  // Plays a game; what it teaches is added to `found`.
  void play(std::uint64_t number, learn::Samples& found) {
    Random random(mix64(mix64(settings_.seed) + number));
    forget();
    // Every game begins in another way, or all would soon be the same.
    const auto most = static_cast<std::uint32_t>(settings_.opening) + 1;
    int any = static_cast<int>(random.below(most)), drawn = static_cast<int>(random.below(most));
    State state = game_.start();
    double end = 0.0;
    for (int move = 0;; ++move) {
      const Turn turn = game_.turn(state);
      if (turn == Turn::Over) {
        end = game_.value(state);
        break;
      }
      if (move >= settings_.longest) {
        end = judged_.value(state, room_);
        break;
      }
      if ((move & 63) == 63) interrupt_();
      ++found.moves;
      const bool chance = turn == Turn::Chance;
      if (!chance && any > 0) {
        --any;
        list_actions(game_, state, edges_);
        state = game_.apply(state, edges_[random.below(static_cast<std::uint32_t>(edges_.size()))].move);
        forget();  // what came before was not meant
        continue;
      }
      if (learns_from(chance)) note(state);
      const Move next = chance             ? drawn_outcome(game_, state, random)
                        : settings_.search ? searched(state, random, drawn-- > 0)
                                           : greedy(state, turn, random);
      pending(reward_of(game_, state, next));
      state = game_.apply(state, next);
    }
    settle(end, found);
    ++found.games;
  }

 private:
  struct Visit {
    std::size_t inputs = 0, keys = 0, chosen = 0;  // where its own begin
    learn::View view;
    double believed = 0.0;  // at the time
    bool is_believed = false;
    double reward = 0.0;  // until the next visit
  };
  struct Chosen {
    std::uint16_t row;
    float share;
  };

  void forget() {
    visits_.clear();
    inputs_.clear();
    keys_.clear();
    chosen_.clear();
  }

  // A table learns what follows an action, a network all states.
  bool learns_from(bool chance) const {
    return judged_.judge().table() == nullptr || chance || !judged_.afterwards();
  }

  void note(const State& state) {
    Visit visit{inputs_.size(), keys_.size(), chosen_.size(), judged_.view(state)};
    judged_.read(state, room_);
    const learn::Encoding& encoding = judged_.judge().encoding();
    if (judged_.judge().table() != nullptr) {
      encoding.list_keys(room_.numbers, visit.view, room_.keys);
      keys_.insert(keys_.end(), room_.keys.begin(), room_.keys.end());
    } else {
      encoding.list_inputs(room_.numbers, visit.view, room_.inputs);
      inputs_.insert(inputs_.end(), room_.inputs.begin(), room_.inputs.end());
    }
    if (!settings_.search) {
      visit.believed = judged_.judge().value(visit.view, room_);
      visit.is_believed = true;
    }
    visits_.push_back(visit);
  }

  void pending(double reward) {
    if (!visits_.empty()) visits_.back().reward += reward;
  }

  Move greedy(const State& state, Turn turn, Random& random) {
    const bool any = settings_.explore > 0.0 && random.uniform() < settings_.explore;
    double best = 0.0;
    std::uint32_t count = 0;
    Move chosen{};
    expand(game_, state, [&](const Move& move, const State& next) {
      ++count;
      if (any) {
        if (random.below(count) == 0) chosen = move;
        return;
      }
      const double value = reward_of(game_, state, move) + judged_.worth(next, room_);
      if (count == 1 || (turn == Turn::Max ? value > best : value < best)) {
        best = value;
        chosen = move;
      }
    });
    if (count == 0) throw GameError("game.no_action", {{"state", game_.text(state)}});
    return chosen;
  }

  Move searched(const State& state, Random& random, bool draw) {
    search_.seed = random.bits();
    if constexpr (!takes_weigher<G>()) priors_.clear(100'000);
    TreeSearch<G> search(game_, search_, &evaluator_, takes_weigher<G>() ? nullptr : &priors_);
    Tree<G>& tree = trees_.prepare(state, search_.max_nodes, false);
    const Budget budget{.nodes = static_cast<std::uint64_t>(settings_.simulations)};
    const Result<G> result = search.run(state, tree, budget, {});
    Visit& visit = visits_.back();
    visit.believed = result.options[0].value;
    visit.is_believed = true;
    note_policy(state, result);
    if (!draw) return result.options[0].action;
    double left = random.uniform();
    for (std::size_t i = 0; i < result.options.size(); ++i) {
      left -= chosen_[visit.chosen + i].share;
      if (left < 0.0) return result.options[i].action;
    }
    return result.options[0].action;
  }

  void note_policy(const State& state, const Result<G>& result) {
    const learn::ActionRows* rows = judged_.judge().actions();
    const bool proven = result.options[0].kind == ValueKind::Exact;
    double sum = 0.0;
    for (const auto& option : result.options) sum += option.policy;
    for (std::size_t i = 0; i < result.options.size(); ++i) {
      const auto& option = result.options[i];
      double share = sum > 0.0 ? option.policy / sum : 1.0 / static_cast<double>(result.options.size());
      if (proven && result.statistics.simulations < static_cast<std::uint64_t>(settings_.simulations))
        share = i == 0 ? 1.0 : 0.0;  // what is proven needs no visits
      const std::uint16_t row =
          rows == nullptr ? std::uint16_t{0} : rows->row(action_code(game_, state, option.action));
      chosen_.push_back({row, static_cast<float>(share)});
    }
  }

  // From the end back to the start.
  void settle(double end, learn::Samples& found) {
    const learn::ValueScale& scale = judged_.judge().scale();
    const bool table = judged_.judge().table() != nullptr;
    double carried = end;
    std::size_t inputs = inputs_.size(), keys = keys_.size(), chosen = chosen_.size();
    for (std::size_t i = visits_.size(); i-- > 0;) {
      const Visit& visit = visits_[i];
      double target = visit.reward + carried;
      carried =
          visit.is_believed ? settings_.lambda * target + (1.0 - settings_.lambda) * visit.believed : target;
      if (settings_.search) target = carried;
      if (table) {
        found.keys.insert(found.keys.end(), keys_.begin() + static_cast<std::ptrdiff_t>(visit.keys),
                          keys_.begin() + static_cast<std::ptrdiff_t>(keys));
        found.targets.push_back(static_cast<float>(scale.held(target)));
      } else {
        found.add_inputs(std::span(inputs_).subspan(visit.inputs, inputs - visit.inputs));
        found.targets.push_back(static_cast<float>(scale.target(target, visit.view.side)));
        for (std::size_t c = visit.chosen; c < chosen && judged_.judge().has_policy(); ++c) {
          found.actions.push_back(chosen_[c].row);
          found.shares.push_back(chosen_[c].share);
        }
        found.action_ends.push_back(static_cast<std::uint32_t>(found.actions.size()));
      }
      inputs = visit.inputs;
      keys = visit.keys;
      chosen = visit.chosen;
    }
  }

  const G& game_;
  const JudgedGame<G>& judged_;
  const SelfPlaySettings settings_;
  const Interrupt interrupt_;
  TreePriors<G> priors_;
  const Evaluator<G> evaluator_;
  TreeSearchSettings search_;
  TreeKeeper<G> trees_;
  learn::Judge::Room room_;
  std::vector<Visit> visits_;
  Edges<Move> edges_;
  std::vector<learn::Input> inputs_;
  std::vector<std::uint32_t> keys_;
  std::vector<Chosen> chosen_;
};

}  // namespace hazard
