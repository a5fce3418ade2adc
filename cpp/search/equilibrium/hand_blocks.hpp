// Where what is private is independent of what is public (cards, dice), the payoffs of the sequence form fall
// into blocks: the hands of one player by the hands of the other, once for each end of the public tree, and
// most of these blocks are equal. Blocks are found from the payoffs alone, as the connected parts of the
// graph of sequences that meet at an end. A block is then one small dense product of a vector of hands, and
// equal blocks share their numbers, which stay in the cache. Each sum adds the same numbers in the same order
// as the plain way does (with zeros between them), so that results do not differ by a bit. Johanson, Waugh,
// Bowling and Zinkevich, Accelerating best response calculation, 2011, for the public tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace hazard {

// The payoffs of one player as dense blocks; what is too thin for a block stays behind.
class HandBlocks {
 public:
  struct Entry {
    std::uint32_t row, column;
    double payoff;
  };

  HandBlocks() = default;

  // Entries sorted by row, then by column. What is in no block, because that would be too small or too thin,
  // is told to `left`.
  HandBlocks(std::size_t rows, std::size_t columns, std::span<const Entry> entries, std::size_t least_cells,
             auto&& left) {
    const Parts parts = parts_of(rows, columns, entries);
    std::map<std::vector<double>, std::uint32_t> known;
    for (const auto& part : parts.lists) {
      std::vector<std::uint32_t> own, others;
      for (const Entry& e : part) {
        own.push_back(e.row);
        others.push_back(e.column);
      }
      unique(own);
      unique(others);
      const std::size_t cells = own.size() * others.size();
      if (cells < least_cells || 2 * part.size() < cells) {
        for (const Entry& e : part) left(e);
        continue;
      }
      std::vector<double> numbers(cells, 0.0);  // column by column
      for (const Entry& e : part)
        numbers[place(others, e.column) * own.size() + place(own, e.row)] = e.payoff;
      numbers.push_back(
          static_cast<double>(own.size()));  // the same numbers in another shape are another block
      auto [found, fresh] =
          known.try_emplace(std::move(numbers), static_cast<std::uint32_t>(matrices_.size()));
      if (fresh) matrices_.push_back({found->first.begin(), found->first.end() - 1});
      blocks_.push_back({found->second, static_cast<std::uint32_t>(rows_.size()),
                         static_cast<std::uint32_t>(own.size()), static_cast<std::uint32_t>(columns_.size()),
                         static_cast<std::uint32_t>(others.size())});
      widest_ = std::max(widest_, own.size());
      rows_.insert(rows_.end(), own.begin(), own.end());
      columns_.insert(columns_.end(), others.begin(), others.end());
    }
  }

  std::size_t blocks() const { return blocks_.size(); }
  std::size_t matrices() const { return matrices_.size(); }

  void multiply(const double* plan, double* found) const {
    std::vector<double> sums(widest_);
    for (const Block& block : blocks_) {
      if (block.rows <= kFew) {
        (this->*kOfFew[block.rows])(block, plan, found);
      } else {
        of_many(block, plan, found, sums.data());
      }
    }
  }

 private:
  struct Block {
    std::uint32_t matrix, first_row, rows, first_column, columns;
  };
  struct Parts {
    std::vector<std::vector<Entry>> lists;
  };

  // A few hands, whose sums stay in registers: the compiler knows how many there are.
  template <std::uint32_t count>
  void of_few(const Block& block, const double* plan, double* found) const {
    const double* numbers = matrices_[block.matrix].data();
    const std::uint32_t* columns = &columns_[block.first_column];
    double sum[count] = {};
    for (std::uint32_t c = 0; c < block.columns; ++c, numbers += count) {
      const double share = plan[columns[c]];
      for (std::uint32_t r = 0; r < count; ++r) sum[r] += numbers[r] * share;
    }
    const std::uint32_t* rows = &rows_[block.first_row];
    for (std::uint32_t r = 0; r < count; ++r) found[rows[r]] = sum[r];
  }

  void of_many(const Block& block, const double* plan, double* found, double* sum) const {
    const double* numbers = matrices_[block.matrix].data();
    const std::uint32_t* columns = &columns_[block.first_column];
    const std::uint32_t count = block.rows;
    std::fill_n(sum, count, 0.0);
    for (std::uint32_t c = 0; c < block.columns; ++c, numbers += count) {
      const double share = plan[columns[c]];
      for (std::uint32_t r = 0; r < count; ++r) sum[r] += numbers[r] * share;
    }
    const std::uint32_t* rows = &rows_[block.first_row];
    for (std::uint32_t r = 0; r < count; ++r) found[rows[r]] = sum[r];
  }

  using OfFew = void (HandBlocks::*)(const Block&, const double*, double*) const;
  static constexpr std::uint32_t kFew = 12;
  template <std::uint32_t... counts>
  static constexpr std::array<OfFew, kFew + 1> of_few_table(std::integer_sequence<std::uint32_t, counts...>) {
    return {nullptr, &HandBlocks::of_few<counts + 1>...};
  }
  static const std::array<OfFew, kFew + 1> kOfFew;

  static void unique(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }

  static std::size_t place(const std::vector<std::uint32_t>& sorted, std::uint32_t number) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
  }

  // The connected parts of the graph of rows and columns, by union and find; in the order of their first row.
  static Parts parts_of(std::size_t rows, std::size_t columns, std::span<const Entry> entries) {
    std::vector<std::uint32_t> parent(rows + columns);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t node) {
      while (parent[node] != node) node = parent[node] = parent[parent[node]];
      return node;
    };
    for (const Entry& e : entries) parent[root(static_cast<std::uint32_t>(rows) + e.column)] = root(e.row);
    Parts parts;
    std::vector<std::uint32_t> number(rows + columns, ~0u);
    for (const Entry& e : entries) {
      const std::uint32_t top = root(e.row);
      if (number[top] == ~0u) {
        number[top] = static_cast<std::uint32_t>(parts.lists.size());
        parts.lists.emplace_back();
      }
      parts.lists[number[top]].push_back(e);
    }
    return parts;
  }

  std::vector<Block> blocks_;
  std::vector<std::vector<double>> matrices_;
  std::vector<std::uint32_t> rows_, columns_;
  std::size_t widest_ = 0;
};

inline constexpr std::array<HandBlocks::OfFew, HandBlocks::kFew + 1> HandBlocks::kOfFew =
    HandBlocks::of_few_table(std::make_integer_sequence<std::uint32_t, HandBlocks::kFew>());

}  // namespace hazard
