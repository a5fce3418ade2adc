// A vector for arrays of many megabytes that are visited in no order: solving a game spends most of its time
// waiting for them. Where the system offers large pages on request, they are requested, which saves most of
// the address look-ups and page faults; elsewhere this is an ordinary vector that begins with a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hazard {

template <class T>
struct LargeAllocator {
  using value_type = T;
  static constexpr std::size_t kLargePage = std::size_t{1} << 21, kCacheLine = 64;

  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    const std::size_t unit = unit_of(count);
    const std::size_t rounded = (bytes + unit - 1) / unit * unit;
    void* memory = ::operator new(rounded, std::align_val_t{unit});
#ifdef MADV_HUGEPAGE
    // Clearing a large page takes longer than a short search that uses none of it: the beginning does
    // without. (The system may refuse.)
    if (rounded > kLargePage)
      madvise(static_cast<char*>(memory) + kLargePage, rounded - kLargePage, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) {
    ::operator delete(memory, std::align_val_t{unit_of(count)});
  }
  friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }

 private:
  static constexpr std::size_t unit_of(std::size_t count) {
    return count * sizeof(T) < kLargePage ? kCacheLine : kLargePage;
  }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace hazard
