// Distributions against their definitions: every sum, cut and mixture once more, the slow way.
#include <cmath>
#include <map>

#include "check.hpp"
#include "dice/buckets.hpp"
#include "dice/combat.hpp"
#include "dice/distribution.hpp"
#include "dice/pools.hpp"
#include "dice/program.hpp"
#include "dice/sampler.hpp"

namespace hazard::selftest {

namespace {

using dice::Distribution;
using Table = std::map<int, double>;

Distribution random_distribution(Random& random) {
  Distribution d{static_cast<int>(random.below(41)) - 20, {}};
  d.probabilities.resize(1 + random.below(15));
  for (double& p : d.probabilities) p = random.below(4) == 0 ? 0.0 : random.uniform();
  d.probabilities.front() += 0.01;
  dice::normalise(d);
  return d;
}

Table table(const Distribution& d) {
  Table values;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (d.probabilities[i] > 0.0) values[d.low + static_cast<int>(i)] = d.probabilities[i];
  return values;
}

Table moved(const Distribution& d, auto&& change) {
  Table values;
  for (const auto& [value, p] : table(d)) values[change(value)] += p;
  return values;
}

bool same(const Distribution& d, const Table& expected) {
  double total = 0.0;
  for (const double p : d.probabilities) {
    if (!(p >= 0.0)) return false;
    total += p;
  }
  for (const auto& [value, p] : expected)
    if (!near(d.probability(value), p, 1e-12)) return false;
  return near(total, 1.0, 1e-12) && d.probabilities.front() > 0.0 && d.probabilities.back() > 0.0;
}

void test_algebra(Random& random) {
  for (int round = 0; round < 300; ++round) {
    const Distribution a = random_distribution(random), b = random_distribution(random);
    Table sum, mixed;
    for (const auto& [x, p] : table(a))
      for (const auto& [y, q] : table(b)) sum[x + y] += p * q;
    CHECK(same(dice::add(a, b), sum));
    for (const auto& [x, p] : table(a)) mixed[x] += 0.3 * p;
    for (const auto& [x, p] : table(b)) mixed[x] += 0.7 * p;
    CHECK(same(dice::mixture(std::array{dice::Weighted{0.3, &a}, dice::Weighted{0.7, &b}}), mixed));
    const int by = static_cast<int>(random.below(9)) - 4, over = 1 + static_cast<int>(random.below(5));
    CHECK(same(dice::scaled(a, by), moved(a, [&](int x) { return x * by; })));
    CHECK(same(dice::floor_divided(a, over),
               moved(a, [&](int x) { return static_cast<int>(std::floor(static_cast<double>(x) / over)); })));
    CHECK(same(dice::clamped(a, -5, over), moved(a, [&](int x) { return std::clamp(x, -5, over); })));
    Distribution copies = dice::constant(0);
    const int count = static_cast<int>(random.below(7));
    for (int i = 0; i < count; ++i) copies = dice::add(copies, a);
    CHECK(same(dice::times(a, count), table(copies)));
    const int threshold = static_cast<int>(random.below(60)) - 30;
    const dice::Cut parts = dice::cut(a, threshold);
    CHECK(near(parts.probability, dice::at_least(a, threshold), 1e-12));
    CHECK(!parts.below || parts.below->high() < threshold);
    CHECK(!parts.above || parts.above->low >= threshold);
    CHECK(
        near(dice::mean(a), (parts.above ? parts.probability * dice::mean(*parts.above) : 0.0) +
                                (parts.below ? (1.0 - parts.probability) * dice::mean(*parts.below) : 0.0)));
  }
}

// Every way for `count` dice to fall, the `kept` highest added.
Table enumerated(const Distribution& die, int count, int kept) {
  std::map<std::vector<int>, double> falls{{{}, 1.0}};
  for (int i = 0; i < count; ++i) {
    std::map<std::vector<int>, double> longer;
    for (const auto& [dice, p] : falls)
      for (const auto& [face, q] : table(die)) {
        std::vector<int> more = dice;
        more.insert(std::lower_bound(more.begin(), more.end(), face, std::greater<>()), face);
        longer[more] += p * q;
      }
    falls = std::move(longer);
  }
  Table sums;
  for (const auto& [dice, p] : falls) {
    int sum = 0;
    for (int i = 0; i < kept; ++i) sum += dice[static_cast<std::size_t>(i)];
    sums[sum] += p;
  }
  return sums;
}

void test_pools(Random& random) {
  for (int round = 0; round < 60; ++round) {
    const Distribution die = random_distribution(random);
    const int count = 1 + static_cast<int>(random.below(3)), kept = static_cast<int>(random.below(4));
    if (kept > count) {
      CHECK(throws<std::invalid_argument>([&] { dice::keep_highest(die, count, kept); }));
      continue;
    }
    CHECK(same(dice::keep_highest(die, count, kept), enumerated(die, count, kept)));
  }
  const Distribution d6 = dice::uniform(1, 6);
  CHECK(near(dice::mean(dice::keep_highest(d6, 4, 3)), 15869.0 / 1296.0));
  CHECK(near(dice::mean(dice::exploded(d6, {6, 6})), 4.2));
  CHECK(near(dice::mean(dice::rerolled(d6, {1, 2})), 4.5));
  CHECK(near(dice::mean(dice::rerolled_once(d6, {1, 2})), 25.0 / 6.0));
  CHECK(throws<std::invalid_argument>([&] { dice::rerolled(d6, {1, 6}); }));
  CHECK(throws<std::invalid_argument>([&] { dice::exploded(d6, {0, 9}); }));
  CHECK(throws<dice::TooLarge>([] { dice::sum_of_dice(9999, 9999); }));
  CHECK(throws<dice::TooLarge>([&] { dice::keep_highest(d6, 501, 2); }));
}

void test_programs() {
  using dice::Op;
  const dice::Program fireball({{Op::Dice, 8, 6}, {Op::FloorDivide, 2, 0}});
  CHECK(near(dice::mean(fireball.evaluate()), 13.75));
  const dice::Program two({{Op::Dice, 1, 8}, {Op::Dice, 2, 6}, {Op::Add}, {Op::Shift, 3, 0}});
  CHECK(near(dice::mean(two.evaluate()), 14.5));
  CHECK(throws<std::invalid_argument>([] { dice::Program({{Op::Add}}); }));
  CHECK(throws<std::invalid_argument>([] { dice::Program({{Op::Dice, 1, 6}, {Op::Dice, 1, 6}}); }));
  CHECK(throws<dice::ProgramError>([] { dice::Program({{Op::Dice, 9999, 9999}}).evaluate(); }));
}

void test_blows(Random& random) {
  const dice::Odds odds = dice::attack_odds({.to_hit = 5, .armor_class = 15});
  CHECK(odds.miss == 0.45 && odds.hit == 0.5 && odds.critical == 0.05);
  CHECK(near(dice::attack_odds({.to_hit = 5, .armor_class = 15, .advantage = 1}).critical, 0.0975));
  CHECK(dice::save_chance(2, 13, 0) == 0.5);
  std::vector<dice::Bucket> found;
  for (int round = 0; round < 300; ++round) {
    const Distribution damage = random_distribution(random);
    const int kill = static_cast<int>(random.below(30)) - 5, most = static_cast<int>(random.below(6));
    dice::make_buckets(damage, std::array{kill, kill + 3}, most, found);
    double reached = 0.0, mean = 0.0, whole = 0.0;
    for (const dice::Bucket& bucket : found) {
      reached += bucket.low >= kill ? bucket.probability : 0.0;
      mean += bucket.probability * bucket.mean;
      for (const auto& [value, p] : dice::whole_values(bucket)) whole += value * p;
    }
    CHECK(most == 0 || std::ssize(found) <= most);
    if (most != 1) CHECK(near(reached, dice::at_least(damage, kill)));
    CHECK(near(mean, dice::mean(damage)));
    CHECK(near(whole, dice::mean(damage)));
  }
}

void test_samples(Random& random) {
  const Distribution d = random_distribution(random);
  const dice::Sampler sampler(d);
  std::map<int, int> drawn, walked;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    ++drawn[sampler.draw(random)];
    ++walked[dice::draw(d, random)];
  }
  for (const auto& [value, p] : table(d)) {
    CHECK(near(static_cast<double>(drawn[value]) / kDraws, p, 0.01), value);
    CHECK(near(static_cast<double>(walked[value]) / kDraws, p, 0.01), value);
  }
}

}  // namespace

void test_dice() {
  Random random(20);
  test_algebra(random);
  test_pools(random);
  test_programs();
  test_blows(random);
  test_samples(random);
}

}  // namespace hazard::selftest
