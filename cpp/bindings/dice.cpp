#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/random.hpp"
#include "dice/distribution.hpp"
#include "dice/sampler.hpp"

namespace hazard {

namespace {

using dice::Distribution;

constexpr std::int64_t kSampleLimit = 1'000'000'000;

// A bound that need not be whole, as a whole number: at least 3.2 means at least 4.
std::int64_t whole(double bound, bool up) {
  if (std::isnan(bound)) throw std::invalid_argument("the bound is not a number");
  const double limit = 4.0 * static_cast<double>(dice::kLargestValue);
  return static_cast<std::int64_t>(std::clamp(up ? std::ceil(bound) : std::floor(bound), -limit, limit));
}

Distribution checked(std::int64_t low, std::vector<double> probabilities) {
  if (probabilities.empty()) throw std::invalid_argument("a distribution needs at least one probability");
  dice::check_range(low, low + std::ssize(probabilities) - 1);
  double sum = 0.0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = probabilities[i];
    if (!(p >= 0.0) || std::isinf(p))
      throw std::invalid_argument("the probability of " + std::to_string(low + static_cast<std::int64_t>(i)) +
                                  " is " + std::to_string(p) + "; expected 0 to 1");
    sum += p;
  }
  if (std::abs(sum - 1.0) > 1e-9)
    throw std::invalid_argument("the probabilities sum to " + std::to_string(sum) + "; expected 1");
  Distribution d{static_cast<int>(low), std::move(probabilities)};
  std::abs(sum - 1.0) > 1e-14 ? dice::normalise(d) : dice::trim(d);
  return d;
}

Distribution mixed(const std::vector<std::pair<double, const Distribution*>>& pairs) {
  std::vector<dice::Weighted> parts;
  double sum = 0.0;
  for (const auto& [weight, part] : pairs) {
    if (part == nullptr) throw std::invalid_argument("a part of the mixture is None");
    if (!(weight >= 0.0 && weight <= 1.0 + 1e-9))
      throw std::invalid_argument("a part of the mixture has the probability " + std::to_string(weight));
    parts.push_back({weight, part});
    sum += weight;
  }
  if (std::abs(sum - 1.0) > 1e-9)
    throw std::invalid_argument("the probabilities of the mixture sum to " + std::to_string(sum) +
                                "; expected 1");
  return dice::mixture(parts);
}

nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>> drawn(const Distribution& d, std::int64_t count,
                                                        std::uint64_t seed) {
  if (count < 0 || count > kSampleLimit)
    throw std::invalid_argument("a sample of " + dice::grouped(count) + "; expected 0 to " +
                                dice::grouped(kSampleLimit));
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  {
    const nb::gil_scoped_release released;
    const dice::Sampler sampler(d);
    Random random(seed);
    for (auto& value : values) value = sampler.draw(random);
  }
  return numpy_from(std::move(values));
}

bool close(const Distribution& a, const Distribution& b, double tolerance) {
  for (std::int64_t x = std::min(a.low, b.low); x <= std::max(a.high(), b.high()); ++x)
    if (!(std::abs(a.probability(x) - b.probability(x)) <= tolerance)) return false;
  return true;
}

std::string repr(const Distribution& d) {
  char text[160];
  std::snprintf(text, sizeof text, "<Distribution of %d to %d, mean %.6g>", d.low, d.high(), dice::mean(d));
  return text;
}

// What Python draws, Python draws.
template <class... Arguments>
nb::object drawing(const char* name, Arguments&&... arguments) {
  return nb::module_::import_("hazard.dice.plot").attr(name)(std::forward<Arguments>(arguments)...);
}

void bind_making(nb::class_<Distribution>& type) {
  type.def(
          "__init__",
          [](Distribution* self, std::int64_t low, const std::vector<double>& probabilities) {
            new (self) Distribution(checked(low, probabilities));
          },
          nb::arg("low"), nb::arg("probabilities"))
      .def_static("constant", &dice::constant, nb::arg("value"), "Return what always is ``value``.")
      .def_static("uniform", &dice::uniform, nb::arg("low"), nb::arg("high"),
                  "Return whole numbers from ``low`` to ``high``, all equally likely.\n\n"
                  ">>> Distribution.uniform(1, 6).mean()\n3.5")
      .def_static("mixture", &mixed, nb::arg("parts"),
                  "Return one of several distributions, given as pairs (probability, distribution).\n\n"
                  ">>> hit, miss = Distribution.uniform(1, 6) + 3, Distribution.constant(0)\n"
                  ">>> Distribution.mixture([(0.6, hit), (0.4, miss)])\n<Distribution of 0 to 9, mean 3.9>")
      .def("__getstate__", [](const Distribution& d) { return std::tuple(d.low, d.probabilities); })
      .def("__setstate__", [](Distribution& d, const std::tuple<int, std::vector<double>>& state) {
        new (&d) Distribution{std::get<0>(state), std::get<1>(state)};
      });
}

void bind_algebra(nb::class_<Distribution>& type) {
  const auto plus = [](const Distribution& d, std::int64_t by) {
    Distribution out = d;
    dice::shift(out, by);
    return out;
  };
  const auto scaled = [](const Distribution& d, std::int64_t by) { return dice::scaled(d, by); };
  const auto sum = [](const Distribution& a, const Distribution& b) {
    if (a.size() * b.size() < 100'000) return dice::add(a, b);
    const nb::gil_scoped_release released;
    return dice::add(a, b);
  };
  type.def("__add__", sum, nb::is_operator())
      .def("__add__", plus, nb::is_operator())
      .def("__radd__", plus, nb::is_operator())
      .def(
          "__sub__", [sum](const Distribution& a, const Distribution& b) { return sum(a, dice::negated(b)); },
          nb::is_operator())
      .def(
          "__sub__", [plus](const Distribution& d, std::int64_t by) { return plus(d, -by); },
          nb::is_operator())
      .def(
          "__rsub__",
          [plus](const Distribution& d, std::int64_t from) { return plus(dice::negated(d), from); },
          nb::is_operator())
      .def("__neg__", [](const Distribution& d) { return dice::negated(d); })
      .def("__mul__", scaled, nb::is_operator())
      .def("__rmul__", scaled, nb::is_operator())
      .def("__floordiv__", &dice::floor_divided, nb::is_operator())
      .def(
          "times",
          [](const Distribution& d, std::int64_t n) {
            const nb::gil_scoped_release released;
            return dice::times(d, n);
          },
          nb::arg("n"),
          "Return the sum of ``n`` independent copies (``d * n`` is one value, multiplied).\n\n"
          ">>> Distribution.uniform(1, 6).times(2)\n<Distribution of 2 to 12, mean 7>")
      .def("highest_of", &dice::highest_of, nb::arg("n"),
           "Return the highest of ``n`` independent copies.\n\n"
           ">>> Distribution.uniform(1, 20).highest_of(2)  # advantage\n<Distribution of 1 to 20, mean "
           "13.825>")
      .def("lowest_of", &dice::lowest_of, nb::arg("n"), "Return the lowest of ``n`` independent copies.")
      .def(
          "clamp",
          [](const Distribution& d, std::optional<std::int64_t> low, std::optional<std::int64_t> high) {
            return dice::clamped(d, low.value_or(-dice::kLargestValue), high.value_or(dice::kLargestValue));
          },
          nb::arg("low").none() = nb::none(), nb::arg("high").none() = nb::none(),
          "Return it with values below ``low`` counted as ``low`` and above ``high`` as ``high``.\n\n"
          ">>> (Distribution.uniform(1, 6) - 3).clamp(0).probability(0)\n0.5")
      .def(
          "cut",
          [](const Distribution& d, double threshold) {
            dice::Cut parts = dice::cut(d, whole(threshold, true));
            return std::tuple(parts.probability, std::move(parts.below), std::move(parts.above));
          },
          nb::arg("threshold"),
          "Return the chance of ``threshold`` or more, and what is below and from there on, each given that\n"
          "it happens, or None where it cannot.\n\n"
          ">>> Distribution.uniform(1, 6).cut(5)[1:]\n"
          "(<Distribution of 1 to 4, mean 2.5>, <Distribution of 5 to 6, mean 5.5>)")
      .def("__eq__",
           [](const Distribution& a, nb::handle other) {
             return nb::isinstance<Distribution>(other) && a == nb::cast<const Distribution&>(other);
           })
      .def("__hash__", [](const Distribution& d) {
        std::uint64_t key = mix64(static_cast<std::uint64_t>(d.low));
        for (const double p : d.probabilities) key = mix64(key ^ std::bit_cast<std::uint64_t>(p));
        return static_cast<std::int64_t>(key >> 2);
      });
}

void bind_questions(nb::class_<Distribution>& type) {
  type.def_ro("low", &Distribution::low, "The smallest value that can happen.")
      .def_prop_ro("high", &Distribution::high, "The largest value that can happen.")
      .def_prop_ro(
          "probabilities",
          [](nb::handle self) {
            const auto& d = nb::cast<const Distribution&>(self);
            return nb::ndarray<nb::numpy, const double, nb::ndim<1>>(d.probabilities.data(), {d.size()},
                                                                     self);
          },
          "How likely ``low``, ``low + 1``, ... are: a read-only view of the numbers, not a copy.")
      .def("mean", &dice::mean, "Return the mean.")
      .def("variance", &dice::variance, "Return the mean squared distance from the mean.")
      .def(
          "deviation", [](const Distribution& d) { return std::sqrt(dice::variance(d)); },
          "Return the standard deviation.")
      .def(
          "quantile",
          [](const Distribution& d, double q) {
            if (!(q >= 0.0 && q <= 1.0))
              throw std::invalid_argument("the quantile " + std::to_string(q) + "; expected 0 to 1");
            return dice::quantile(d, q);
          },
          nb::arg("q"), "Return the smallest value that is not exceeded with a chance of at least ``q``.")
      .def(
          "at_least", [](const Distribution& d, double x) { return dice::at_least(d, whole(x, true)); },
          nb::arg("x"), "Return the chance of ``x`` or more.")
      .def(
          "at_most", [](const Distribution& d, double x) { return dice::at_most(d, whole(x, false)); },
          nb::arg("x"), "Return the chance of ``x`` or less.")
      .def("probability", &Distribution::probability, nb::arg("x"), "Return the chance of exactly ``x``.")
      .def(
          "conditional_mean",
          [](const Distribution& d, std::optional<double> low, std::optional<double> high) {
            return dice::conditional_mean(d, low ? whole(*low, true) : d.low,
                                          high ? whole(*high, false) : d.high());
          },
          nb::arg("low").none() = nb::none(), nb::arg("high").none() = nb::none(),
          "Return the mean of the values from ``low`` to ``high``, or None where they cannot happen.\n\n"
          ">>> Distribution.uniform(1, 6).conditional_mean(low=5)\n5.5")
      .def("close_to", &close, nb::arg("other"), nb::arg("tolerance") = 1e-12,
           "Return whether no probability differs by more than ``tolerance``.")
      .def("sample", &drawn, nb::arg("n"), nb::arg("seed") = 0,
           "Return ``n`` draws as an array; the same seed draws the same numbers on every machine.\n\n"
           ">>> Distribution.uniform(1, 6).sample(5, seed=1).tolist()\n[5, 1, 4, 6, 5]")
      .def(
          "items",
          [](const Distribution& d) {
            std::vector<std::pair<int, double>> pairs;
            for (std::size_t i = 0; i < d.size(); ++i)
              if (d.probabilities[i] > 0.0)
                pairs.emplace_back(d.low + static_cast<int>(i), d.probabilities[i]);
            return pairs;
          },
          "Return the values that can happen, each with its probability.\n\n"
          ">>> (Distribution.uniform(0, 1) * 3).items()\n[(0, 0.5), (3, 0.5)]")
      .def("__repr__", &repr);
}

void bind_drawing(nb::class_<Distribution>& type) {
  type.def(
          "plot", [](nb::handle self, int width) { return drawing("histogram", self, width); },
          nb::arg("width") = 72, nb::sig("def plot(self, width: int = 72) -> str"),
          "Return a histogram for the terminal, as text of at most ``width`` columns.")
      .def(
          "svg", [](nb::handle self, const std::string& title) { return drawing("svg", self, title); },
          nb::arg("title") = "", nb::sig("def svg(self, title: str = '') -> str"),
          "Return a histogram as SVG.");
}

}  // namespace

void bind_dice(nb::module_& m) {
  nb::class_<Distribution> type(
      m, "Distribution",
      "How likely each whole number is. Immutable; sums, mixtures and the like make new ones.\n\n"
      ">>> from hazard.dice import roll\n"
      ">>> two = roll(\"2d6\")\n"
      ">>> two.mean(), two.at_least(10), (two + 3).low\n"
      "(7.0, 0.16666666666666666, 5)");
  bind_making(type);
  bind_questions(type);
  bind_algebra(type);
  bind_drawing(type);
}

}  // namespace hazard
