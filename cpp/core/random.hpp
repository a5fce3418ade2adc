// Small, fast, seedable randomness: SplitMix64 to mix and to seed, xoshiro256** to draw
// (Blackman and Vigna 2018). The same seed gives the same search on every machine.
#pragma once

#include <bit>
#include <cstdint>

namespace hazard {

// Turns any number into a well-mixed 64-bit one; also how games make keys from small fields.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed = 0) {
    for (auto& word : state_) word = seed = mix64(seed);
  }

  std::uint64_t bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  // Uniform in 0 .. n-1, by multiplication (Lemire 2019); the bias is below 2^-32 for any n we meet.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32); }

 private:
  std::uint64_t state_[4];
};

}  // namespace hazard
