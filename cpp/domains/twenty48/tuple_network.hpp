// An n-tuple network (Szubert and Jaskowski 2014): what a board that has just been slid is worth is the sum
// of what its parts are worth, and the parts overlap. There are four shapes of six cells (found by Wu and
// others 2014); each is laid on the board and on its seven mirror images, and has a weight for every way it
// can be filled.
//
//   # # # #    . . . .    # # # .    . . . .
//   # # . .    # # # #    # # # .    # # # .
//   . . . .    # # . .    . . . .    # # # .
//   . . . .    . . . .    . . . .    . . . .
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "domains/twenty48/board.hpp"
#include "domains/twenty48/board_value.hpp"
#include "learn/weight_table.hpp"

namespace hazard::twenty48 {

inline constexpr int kTupleCells = 6, kTuples = 4, kImages = 8;
inline constexpr std::array<std::array<int, kTupleCells>, kTuples> kTupleShapes{
    {{0, 1, 2, 3, 4, 5}, {4, 5, 6, 7, 8, 9}, {0, 1, 2, 4, 5, 6}, {4, 5, 6, 8, 9, 10}}};
inline constexpr std::size_t kTupleFillings = std::size_t{1} << (4 * kTupleCells);
using TuplePlaces = learn::Places<std::size_t{kImages} * kTuples>;

// Cells that follow each other on the board are cut out together.
struct CellRun {
  int shift = 0;
  Board mask = 0;
};

consteval std::array<CellRun, kTupleCells> runs_of(const std::array<int, kTupleCells>& cells) {
  std::array<CellRun, kTupleCells> runs{};
  int run = -1;
  for (int i = 0; i < kTupleCells; ++i) {
    if (i == 0 || cells[i] != cells[i - 1] + 1) runs[++run].shift = 4 * (cells[i] - i);
    runs[run].mask |= Board{15} << (4 * i);
  }
  return runs;
}

// How shape number `tuple` is filled, its first cell in the lowest digit of base 16.
template <std::size_t tuple>
HAZARD_INLINE constexpr std::uint32_t filling(Board board) {
  constexpr auto runs = runs_of(kTupleShapes[tuple]);
  return [&]<std::size_t... run>(std::index_sequence<run...>) HAZARD_INLINE {
    return static_cast<std::uint32_t>(((board >> runs[run].shift & runs[run].mask) | ...));
  }(std::make_index_sequence<kTupleCells>{});
}

HAZARD_INLINE constexpr TuplePlaces places_of(Board board) {
  const Board turned = transpose(board), beside = mirror(board, kSide), turned_beside = mirror(turned, kSide);
  const std::array<Board, kImages> images{
      board,  beside,        upside_down(board, kSide),  upside_down(beside, kSide),
      turned, turned_beside, upside_down(turned, kSide), upside_down(turned_beside, kSide)};
  TuplePlaces places;
  [&]<std::size_t... i>(std::index_sequence<i...>) HAZARD_INLINE {
    ((places[i] = static_cast<std::uint32_t>(i % kTuples * kTupleFillings) +
                  filling<i % kTuples>(images[i / kTuples])),
     ...);
  }(std::make_index_sequence<kImages * kTuples>{});
  return places;
}

class TupleNetwork final : public BoardValue {
 public:
  static constexpr std::size_t kWeights = kTuples * kTupleFillings;

  // A board of which nothing is known is worth `first`.
  explicit TupleNetwork(float first = 0.0F)
      : table_(kWeights, first / static_cast<float>(kImages * kTuples)) {}

  double of(Board board) const override { return static_cast<double>(table_.sum(places_of(board))); }

  const learn::WeightTable& table() const { return table_; }
  learn::WeightTable& table() { return table_; }

  // What has been learned: a bit for each weight, lowest first, whether it is among them, and those that are.
  struct Learned {
    std::vector<std::uint8_t> where;
    std::vector<float> weights, errors, sizes;
  };

  Learned learned() const {
    Learned found;
    found.where.resize(kWeights / 8);
    for (std::size_t place = 0; place < kWeights; ++place) {
      if (!table_.has_learned(place)) continue;
      found.where[place / 8] = static_cast<std::uint8_t>(found.where[place / 8] | 1U << place % 8);
      found.weights.push_back(table_.weight(place));
      found.errors.push_back(table_.coherence(place).errors);
      found.sizes.push_back(table_.coherence(place).sizes);
    }
    return found;
  }

  // Takes the weights over; errors and sizes may be missing where nothing more is to be learned.
  void restore(std::span<const std::uint8_t> where, std::span<const float> weights,
               std::span<const float> errors, std::span<const float> sizes) {
    std::size_t count = 0;
    for (const std::uint8_t bits : where) count += static_cast<std::size_t>(std::popcount(bits));
    const bool learns = !errors.empty() || !sizes.empty();
    if (where.size() != kWeights / 8 || weights.size() != count ||
        (learns && (errors.size() != count || sizes.size() != count)))
      throw std::invalid_argument("the numbers of weights, and of places for them, differ");
    if (learns) table_.make_room_to_learn();
    std::size_t next = 0;
    for (std::size_t byte = 0; byte < where.size(); ++byte) {
      for (unsigned bits = where[byte]; bits != 0; bits &= bits - 1, ++next) {
        const std::size_t place = 8 * byte + static_cast<std::size_t>(std::countr_zero(bits));
        table_.set(place, weights[next]);
        if (learns) table_.set(place, learn::Coherence{errors[next], sizes[next]});
      }
    }
  }

 private:
  learn::WeightTable table_;
};

}  // namespace hazard::twenty48
