// A list that grows by whole chunks: what is in it stays where it is, and growing touches no memory but the
// new chunk's. A vector moves everything again and again, and most of the time of a short search that
// remembers much is spent on memory it has not touched before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace hazard {

template <class T, unsigned chunk_bits>
class Chunks {
 public:
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) const { return chunks_[i >> chunk_bits][i & (kChunk - 1)]; }

  T& push_back(T&& item) {
    if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<T[]>(kChunk));
    return (*this)[size_++] = std::move(item);
  }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << chunk_bits;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

// Runs of items side by side, each of a length that is known when it is taken; they stay as long as the pool.
template <class T, std::size_t chunk>
class Pool {
 public:
  T* take(std::size_t count) {
    if (count > left_) {
      left_ = std::max(count, chunk);
      chunks_.push_back(std::make_unique<T[]>(left_));
      next_ = chunks_.back().get();
    }
    left_ -= count;
    return std::exchange(next_, next_ + count);
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  T* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace hazard
