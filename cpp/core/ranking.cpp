#include "core/ranking.hpp"

#include <algorithm>

namespace hazard {

namespace {

constexpr std::size_t kShort = 16;

bool before(const Ranking::Rank& a, const Ranking::Rank& b) {
  return a.number > b.number || (a.number == b.number && a.place < b.place);
}

}  // namespace

void Ranking::sort() {
  if (ranks_.size() > kShort) {
    std::sort(ranks_.begin(), ranks_.end(), before);
    return;
  }
  for (std::size_t i = 1; i < ranks_.size(); ++i) {
    for (std::size_t j = i; j > 0 && ranks_[j].number > ranks_[j - 1].number; --j)
      std::swap(ranks_[j], ranks_[j - 1]);
  }
}

}  // namespace hazard
