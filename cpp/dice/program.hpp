// A dice expression as a short program for a stack of distributions, so that one call evaluates all of it.
//
//   2d6+3          Dice 2 6 | Shift 3
//   4d6mi2kh3//2   Dice 1 6 | Clamp 2 .. | KeepHighest 4 3 | FloorDivide 2
//
// Whoever makes a program has checked it: every instruction finds what it needs on the stack.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "dice/distribution.hpp"
#include "dice/pools.hpp"

namespace hazard::dice {

enum class Op : std::uint8_t {
  Constant,        // push a
  Dice,            // push the sum of a dice with b faces
  Reroll,          // values a..b are rolled again until they are none
  RerollOnce,      // ... once
  Explode,         // values a..b are kept and rolled on
  ExplodeHighest,  // ... the highest value
  Clamp,           // to a..b
  Times,           // the sum of a copies
  KeepHighest,     // of a copies the sum of the b highest
  KeepLowest,      // ... lowest
  Highest,         // the highest of a copies
  Lowest,          // the lowest of a copies
  Add,             // the two on top of the stack become their sum
  Shift,           // plus a
  Scale,           // times a
  FloorDivide,     // divided by a, rounded down
  Count_
};

struct Instruction {
  Op op = Op::Constant;
  int a = 0, b = 0;
};

// What went wrong, and at which instruction.
struct ProgramError : std::runtime_error {
  ProgramError(const std::string& what, std::size_t at) : std::runtime_error(what), instruction(at) {}
  std::size_t instruction;
};

class Program {
 public:
  Program() = default;

  explicit Program(std::vector<Instruction> instructions) : instructions_(std::move(instructions)) {
    int depth = 0;
    for (const Instruction& step : instructions_) {
      const bool pushes = step.op == Op::Constant || step.op == Op::Dice;
      depth += pushes ? 1 : step.op == Op::Add ? -1 : 0;
      if (step.op >= Op::Count_ || depth < 1) throw std::invalid_argument("not a dice program");
    }
    if (depth != 1) throw std::invalid_argument("a dice program leaves one distribution");
  }

  std::span<const Instruction> instructions() const { return instructions_; }

  // Whether it may take longer than a few microseconds, so that others should be let in meanwhile.
  bool slow() const {
    for (const auto& [op, a, b] : instructions_) {
      if (op == Op::Dice && std::int64_t{a} * b > 1000) return true;
      if ((op == Op::Times || op == Op::KeepHighest || op == Op::KeepLowest) && a > 10) return true;
      if (op == Op::Explode || op == Op::ExplodeHighest) return true;
    }
    return false;
  }

  Distribution evaluate() const {
    Distribution top{0, {}};
    std::vector<Distribution> below;  // what waits for an Add; most programs need none
    std::size_t at = 0;
    try {
      for (; at < instructions_.size(); ++at) {
        const auto [op, a, b] = instructions_[at];
        if (op == Op::Add) {
          top = add(below.back(), top);
          below.pop_back();
        } else if (op == Op::Constant || op == Op::Dice) {
          if (at > 0) below.push_back(std::move(top));
          top = op == Op::Dice ? sum_of_dice(a, b) : constant(a);
        } else {
          change(top, op, a, b);
        }
      }
    } catch (const std::logic_error& error) {  // too large, or a die that never comes to rest
      throw ProgramError(error.what(), at);
    }
    return top;
  }

 private:
  static void change(Distribution& d, Op op, int a, int b) {
    switch (op) {
      case Op::Reroll:
        d = rerolled(d, {a, b});
        break;
      case Op::RerollOnce:
        d = rerolled_once(d, {a, b});
        break;
      case Op::Explode:
        d = exploded(d, {a, b});
        break;
      case Op::ExplodeHighest:
        d = exploded(d, {d.high(), d.high()});
        break;
      case Op::Clamp:
        if (d.low < a || d.high() > b) d = clamped(d, a, b);
        break;
      case Op::Times:
        d = times(d, a);
        break;
      case Op::KeepHighest:
        d = keep_highest(d, a, b);
        break;
      case Op::KeepLowest:
        d = keep_lowest(d, a, b);
        break;
      case Op::Highest:
        d = highest_of(d, a);
        break;
      case Op::Lowest:
        d = lowest_of(d, a);
        break;
      case Op::Shift:
        shift(d, a);
        break;
      case Op::Scale:
        d = scaled(d, a);
        break;
      case Op::FloorDivide:
        d = floor_divided(d, a);
        break;
      default:
        break;
    }
  }

  std::vector<Instruction> instructions_;
};

}  // namespace hazard::dice
