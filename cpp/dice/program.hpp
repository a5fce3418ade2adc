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
    static thread_local std::vector<Distribution> stack;
    stack.clear();
    std::size_t at = 0;
    try {
      for (; at < instructions_.size(); ++at) execute(instructions_[at], stack);
    } catch (const std::logic_error& error) {  // too large, or a die that never comes to rest
      throw ProgramError(error.what(), at);
    }
    return std::move(stack.back());
  }

 private:
  static void execute(const Instruction& step, std::vector<Distribution>& stack) {
    const auto [op, a, b] = step;
    if (op == Op::Constant) return void(stack.push_back(constant(a)));
    if (op == Op::Dice) return void(stack.push_back(sum_of_dice(a, b)));
    Distribution& top = stack.back();
    switch (op) {
      case Op::Reroll:
        top = rerolled(top, {a, b});
        break;
      case Op::RerollOnce:
        top = rerolled_once(top, {a, b});
        break;
      case Op::Explode:
        top = exploded(top, {a, b});
        break;
      case Op::ExplodeHighest:
        top = exploded(top, {top.high(), top.high()});
        break;
      case Op::Clamp:
        top = clamped(top, a, b);
        break;
      case Op::Times:
        top = times(top, a);
        break;
      case Op::KeepHighest:
        top = keep_highest(top, a, b);
        break;
      case Op::KeepLowest:
        top = keep_lowest(top, a, b);
        break;
      case Op::Highest:
        top = highest_of(top, a);
        break;
      case Op::Lowest:
        top = lowest_of(top, a);
        break;
      case Op::Shift:
        shift(top, a);
        break;
      case Op::Scale:
        top = scaled(top, a);
        break;
      case Op::FloorDivide:
        top = floor_divided(top, a);
        break;
      case Op::Add: {
        const Distribution sum = add(stack[stack.size() - 2], top);
        stack.pop_back();
        stack.back() = sum;
        break;
      }
      default:
        break;
    }
  }

  std::vector<Instruction> instructions_;
};

}  // namespace hazard::dice
