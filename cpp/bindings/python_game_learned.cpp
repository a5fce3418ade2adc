// What somebody's network says of the states of a game in Python: values and priors of many at once.
#include <algorithm>

#include "bindings/answers.hpp"
#include "bindings/python_game.hpp"

namespace hazard {

void PythonGame::prefetch(const std::vector<State>& states) const {
  if (!evaluate_.is_valid()) return;
  std::vector<State> asked = states;
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::erase_if(asked, [this](State s) { return turn(s) == Turn::Over || records_[s].value_known; });
  if (!asked.empty()) ask_evaluate(asked);
}

// Distinct states that are not over.
void PythonGame::ask_evaluate(const std::vector<State>& states) const {
  look_at_clock();
  nb::list batch;
  for (const State s : states) batch.append(records_[s].state);
  const nb::object answer = evaluate_(batch);
  if (!answer.is_valid()) throw nb::python_error();
  const auto [values, priors] = values_and_priors(answer);
  require_one_for_each(values, states.size(), [this] { return name_ + ".evaluate"; }, "value");
  for (std::size_t i = 0; i < states.size(); ++i) keep_value(states[i], values[i], "evaluate");
  const Given given = priors.is_valid() ? Given::Always : Given::Never;
  if (evaluated_priors_ == Given::Unknown) evaluated_priors_ = given;
  if (evaluated_priors_ != given) {
    throw GameError("game.evaluate_gives_priors_sometimes", {{"game", name_}, {"state", text(states[0])}});
  }
  if (priors.is_valid()) keep_priors(states, priors);
}

void PythonGame::keep_priors(const std::vector<State>& states, nb::handle listed) const {
  require_one_for_each(listed, states.size(), [this] { return name_ + ".evaluate"; }, "prior");
  std::vector<double> weights;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const State s = states[i];
    if (turn(s) != Turn::Max && turn(s) != Turn::Min) continue;
    if (!records_[s].expanded) ask_moves(s);
    read_weights(
        nb::object(listed[i]), records_[s].count, [&](std::size_t a) { return records_[s].edges[a].label; },
        [&] { return "the prior from " + name("evaluate", s); }, weights);
    priors_[s] = weights;
  }
}

bool PythonGame::evaluated_prior(State s, std::vector<double>& priors) const {
  if (!evaluate_.is_valid() || evaluated_priors_ == Given::Never) return false;
  if (!priors_.contains(s)) ask_evaluate({s});
  priors = priors_[s];
  return !priors.empty();
}

void PythonGame::prior(State s, const Edges<Move>& edges, std::vector<double>& priors) const {
  nb::list labels;
  for (const auto& edge : edges) labels.append(this->edge(s, edge.move).label);
  const nb::object answer = call(prior_, "prior", s, labels);
  read_weights(
      answer, edges.size(), [&](std::size_t i) { return nb::object(labels[i]); },
      [&] { return name("prior", s); }, priors);
}

}  // namespace hazard
