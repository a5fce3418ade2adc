#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "dice/buckets.hpp"
#include "dice/combat.hpp"
#include "dice/program.hpp"

namespace hazard {

namespace {

using dice::Attack;
using dice::Distribution;
using dice::Program;

Program program_from(const std::vector<std::tuple<int, int, int>>& steps) {
  std::vector<dice::Instruction> instructions;
  for (const auto& [op, a, b] : steps) {
    if (op < 0 || op >= static_cast<int>(dice::Op::Count_))
      throw std::invalid_argument("no such instruction");
    instructions.push_back({static_cast<dice::Op>(op), a, b});
  }
  return Program(std::move(instructions));
}

// The sum of what all of them do. A list holds attacks and distributions (of damage already worked out).
Distribution total_damage(const nb::list& sources) {
  Distribution total = dice::constant(0), next{0, {}};
  for (const nb::handle source : sources) {
    if (nb::isinstance<Attack>(source))
      dice::add(total, nb::cast<const Attack&>(source).damage(), next);
    else
      dice::add(total, nb::cast<const Distribution&>(source), next);
    std::swap(total, next);
  }
  return total;
}

}  // namespace

void bind_dice_combat(nb::module_& m) {
  // As ValueError(message, instruction): the parser knows which part of the text that is.
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const dice::ProgramError& e) {
      const nb::tuple arguments = nb::make_tuple(e.what(), e.instruction);
      PyErr_SetObject(PyExc_ValueError, arguments.ptr());
    }
  });

  nb::class_<Program>(m, "DiceProgram")
      .def("__init__",
           [](Program* self, const std::vector<std::tuple<int, int, int>>& steps) {
             new (self) Program(program_from(steps));
           })
      .def("evaluate", [](const Program& program) {
        if (!program.slow()) return program.evaluate();
        const nb::gil_scoped_release released;
        return program.evaluate();
      });

  nb::class_<Attack>(m, "DiceAttack")
      .def(
          "__init__",
          [](Attack* self, double miss, double hit, double critical, const Program& on_hit,
             const Program& on_critical) { new (self) Attack{{miss, hit, critical}, on_hit, on_critical}; },
          nb::arg("miss"), nb::arg("hit"), nb::arg("critical"), nb::arg("on_hit"), nb::arg("on_critical"))
      .def("damage", &Attack::damage);
  m.def("total_damage", &total_damage, nb::arg("sources"));

  m.def(
      "attack_odds",
      [](int to_hit, int armor_class, int advantage, int crit_from, bool hits_are_critical,
         const Distribution* bonus) {
        const auto odds =
            dice::attack_odds({to_hit, armor_class, advantage, crit_from, hits_are_critical}, bonus);
        return std::tuple(odds.miss, odds.hit, odds.critical);
      },
      nb::arg("to_hit"), nb::arg("armor_class"), nb::arg("advantage"), nb::arg("crit_from"),
      nb::arg("hits_are_critical"), nb::arg("bonus").none() = nb::none());
  m.def("save_chance", &dice::save_chance, nb::arg("bonus"), nb::arg("difficulty"), nb::arg("advantage"),
        nb::arg("bonus_dice").none() = nb::none());
  // Each bucket as its probability, its lowest and its highest value, and its mean.
  m.def(
      "dice_buckets",
      [](const Distribution& d, const std::vector<int>& thresholds, int most) {
        std::vector<dice::Bucket> found;
        dice::make_buckets(d, thresholds, most, found);
        std::vector<std::tuple<double, int, int, double>> rows;
        for (const auto& [probability, low, high, mean] : found)
          rows.emplace_back(probability, low, high, mean);
        return rows;
      },
      nb::arg("distribution"), nb::arg("thresholds"), nb::arg("most"));
  m.def("hit_points_left", &dice::hit_points_left, nb::arg("hit_points"), nb::arg("damage"),
        nb::arg("temporary"));
}

}  // namespace hazard
