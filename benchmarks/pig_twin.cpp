// Pig to 100 and its plain expectimax, written by hand for this game alone and made as fast as we know how: a
// function for each side, the last decision without a call, nothing that could stop or explain it. It has the
// rules, the guess at the horizon and the nodes of hazard's own. speed.py compiles and runs it:
//
//   c++ -std=c++20 -O3 pig_twin.cpp -o pig_twin && ./pig_twin DEPTH REPEATS
//
// It prints the value of the first decision, the nodes of a search and the seconds of the fastest one.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kTarget = 100;

std::array<float, 2 * kTarget + 1> inverse_spread;
float tempo;
std::uint64_t nodes;

template <bool maximise>
inline double guess(int mine, int theirs, int pot) {
  const float lead = static_cast<float>(theirs - mine) + tempo + 0.79F * static_cast<float>(pot);
  const float ahead = std::clamp(lead * inverse_spread[mine + theirs], -1.0F, 1.0F);
  const float certainty = maximise ? ahead : -ahead;
  return 0.5F + certainty * (1.0F - 0.5F * std::abs(certainty));
}

template <bool maximise>
double better(double a, double b) {
  return maximise ? std::max(a, b) : std::min(a, b);
}

constexpr double won(bool maximise) { return maximise ? 1.0 : 0.0; }

template <bool maximise>
inline double last_decision(int mine, int theirs, int pot) {
  const double rolled = guess<maximise>(mine, theirs, pot);
  nodes += pot > 0 ? 2 : 1;
  if (pot == 0) return rolled;  // a turn begins with a roll
  const double held = pot >= mine ? won(maximise) : guess<!maximise>(theirs, mine - pot, 0);
  return better<maximise>(rolled, held);
}

template <bool maximise>
double decide(int mine, int theirs, int pot, int depth);

template <bool maximise>
double roll(int mine, int theirs, int pot, int depth) {
  nodes += 6;
  double sum =
      depth == 1 ? last_decision<!maximise>(theirs, mine, 0) : decide<!maximise>(theirs, mine, 0, depth);
  for (int face = 2; face <= 6; ++face) {
    const int next = pot + face;
    sum += next >= mine ? won(maximise)
           : depth == 1 ? last_decision<maximise>(mine, theirs, next)
                        : decide<maximise>(mine, theirs, next, depth);
  }
  return sum / 6.0;
}

template <bool maximise>
double decide(int mine, int theirs, int pot, int depth) {
  if (depth == 1) return last_decision<maximise>(mine, theirs, pot);
  nodes += pot > 0 ? 2 : 1;
  const double rolled = roll<maximise>(mine, theirs, pot, depth - 1);
  if (pot == 0) return rolled;
  const double held = pot >= mine ? won(maximise) : decide<!maximise>(theirs, mine - pot, 0, depth - 1);
  return better<maximise>(rolled, held);
}

}  // namespace

int main(int count, char** words) {
  const int depth = count > 1 ? std::atoi(words[1]) : 8, repeats = count > 2 ? std::atoi(words[2]) : 50;
  const double points_per_turn = 2.0 * (20.0 / 6.0) + 1.0;
  tempo = static_cast<float>(0.68 * points_per_turn);
  for (int to_go = 0; to_go <= 2 * kTarget; ++to_go) {
    const double spread = std::sqrt(10.2 * points_per_turn * (to_go + 0.31 * points_per_turn));
    inverse_spread[to_go] = static_cast<float>(1.0 / spread);
  }
  double value = 0.0, best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    nodes = 1;
    const auto start = std::chrono::steady_clock::now();
    value = decide<true>(kTarget, kTarget, 0, depth);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.9f %llu %.9f\n", value, static_cast<unsigned long long>(nodes), best);
}
