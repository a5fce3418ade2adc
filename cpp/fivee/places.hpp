// Where a creature may go and what waits for it there: the beam over cells looks at these.
#pragma once

#include <array>

#include "fivee/prospects.hpp"
#include "fivee/resolve.hpp"

namespace hazard::fivee {

// A cell with what speaks for it.
struct Place {
  Cell cell;
  double score = 0.0;
};

// The best few places.
class PlaceBeam {
 public:
  explicit PlaceBeam(int width) : width_(std::clamp(width, 1, 8)) {}

  void add(Cell cell, double score) {
    if (count_ == width_ && score <= places_[count_ - 1].score) return;
    int i = count_ < width_ ? count_++ : count_ - 1;
    for (; i > 0 && places_[i - 1].score < score; --i) places_[i] = places_[i - 1];
    places_[i] = {cell, score};
  }
  bool has(Cell cell) const {
    return std::any_of(begin(), end(), [&](const Place& place) { return place.cell == cell; });
  }
  bool full() const { return count_ == width_; }
  bool empty() const { return count_ == 0; }
  const Place* begin() const { return places_.data(); }
  const Place* end() const { return places_.data() + count_; }
  const Place& best() const { return places_[0]; }

 private:
  std::array<Place, 8> places_;
  int count_ = 0, width_;
};

// The cells around one creature for one decision. Large: keep one for each thread and survey again.
class Places {
 public:
  // Looks around for `me`, who may go `feet`.
  void survey(const Rules& rules, const Worths& worths, const Prospects& prospects, const State& s, int me,
              int feet) {
    rules_ = &rules;
    me_ = me;
    side_ = rules.block(me).side;
    start_ = s.fighters[me].at;
    if (++survey_ == 0) surveyed_.fill(0), survey_ = 1;
    const Fighters foes = rules.standing(s, rules.foes_of(me));
    const CellSet hostile = rules.cells_of(s, foes);
    const CellSet others = rules.cells_of(s, rules.present(s, rules.everybody()) & ~only(me) & ~foes);
    reachable(rules.map(), start_, side_, feet, hostile, others, rules.flies(me), reach_);
    if (s.fighters[me].has(mask_of(Condition::Frightened))) keep_away(s);
    note_threats(worths, prospects, s, foes);
  }

  const Reach& reach() const { return reach_; }
  Cell start() const { return start_; }

  // What it costs to get to a cell and to be there, in the coin of values.
  double risk(Cell cell) {
    const int index = cell.y * kMaxSide + cell.x;
    if (surveyed_[index] == survey_) return risks_[index];
    double cost = cell == start_ ? 0.0 : 1e-4 * distance_feet(cell, 1, start_, 1) / kFeetPerCell;
    for (int i = 0; i < threat_count_; ++i) {
      const Watcher& w = watchers_[i];
      const int feet = distance_feet(cell, side_, w.at, w.side);
      if (feet > w.reach) cost += w.parting_blow;
      if (feet <= w.reach) cost += near_;
      if (feet <= 35) cost += far_ * (1.0 - feet / 40.0);
    }
    surveyed_[index] = survey_;
    return risks_[index] = cost;
  }

  // The feet from a cell to the nearest foe.
  int nearest(Cell cell) const {
    int least = 10'000;
    for (int i = 0; i < foe_count_; ++i)
      least = std::min(least, distance_feet(cell, side_, foes_[i].cell, foes_[i].side));
    return least;
  }

  // The cells within some feet of a space where one may stop.
  void for_each_within(Cell at, int its_side, int feet, auto&& visit) const {
    const int steps = feet / kFeetPerCell;
    const Map& map = rules_->map();
    const int top = std::max(0, at.y - steps - side_ + 1),
              bottom = std::min(map.height - side_, at.y + its_side - 1 + steps);
    const int left = std::max(0, at.x - steps - side_ + 1),
              right = std::min(map.width - side_, at.x + its_side - 1 + steps);
    if (right < left) return;
    for (int y = top; y <= bottom; ++y) {
      std::uint64_t row = reach_.stops.row(y) & CellSet::span(left, right - left + 1);
      for (; row != 0; row &= row - 1)
        visit(Cell{static_cast<std::uint8_t>(std::countr_zero(row)), static_cast<std::uint8_t>(y)});
    }
  }

  // The cell where `score` is highest.
  Cell best(auto&& score) const {
    Cell found = start_;
    double most = score(start_);
    reach_.stops.for_each(
        [&](Cell cell) {
          if (const double here = score(cell); here > most) most = here, found = cell;
        },
        rules_->map().height);
    return found;
  }

  bool at_the_edge(Cell cell) const {
    const Map& map = rules_->map();
    return cell.x == 0 || cell.y == 0 || cell.x + side_ >= map.width || cell.y + side_ >= map.height;
  }

 private:
  // Nobody goes closer to what they are frightened of.
  void keep_away(const State& s) {
    for_each(rules_->sources(s, me_, Condition::Frightened), [&](int source) {
      if (!s.fighters[source].standing()) return;
      const Cell at = s.fighters[source].at;
      const int side = rules_->block(source).side, feet = distance_feet(start_, side_, at, side);
      const CellSet stops = reach_.stops;
      stops.for_each(
          [&](Cell cell) {
            if (distance_feet(cell, side_, at, side) < feet) reach_.stops.reset(cell);
          },
          rules_->map().height);
    });
  }

  // A foe that may bother whoever comes near or leaves.
  struct Watcher {
    Cell at;
    int side, reach;
    double parting_blow;  // what its opportunity attack costs whoever is in its reach now and leaves it
  };

  void note_threats(const Worths& worths, const Prospects& prospects, const State& s, Fighters foes) {
    const Fighter& f = s.fighters[me_];
    const bool careless = f.is(kDisengaged) || rules_->block(me_).flyby;
    const double mine = worths.share(me_), caution = 1.2 - rules_->block(me_).personality.aggression;
    const bool archer = !worths.hand_to_hand(me_);
    near_ = (archer ? 0.06 : 0.015) * mine * caution;
    far_ = archer ? 0.02 * mine * caution : 0.0;
    threat_count_ = foe_count_ = 0;
    for_each(rules_->in_the_fight_among(s, rules_->foes_of(me_)),
             [&](int foe) { foes_[foe_count_++] = {s.fighters[foe].at, rules_->block(foe).side}; });
    for_each(foes, [&](int foe) {
      if (!Rules::can_act(s.fighters[foe])) return;
      Watcher& w = watchers_[threat_count_++];
      w = {s.fighters[foe].at, rules_->block(foe).side, rules_->opportunity_reach(foe), 0.0};
      const bool holds = w.reach > 0 && distance_feet(start_, side_, w.at, w.side) <= w.reach;
      if (holds && !careless && Rules::can_react(s.fighters[foe]))
        w.parting_blow = mine * prospects.expected_share(s, foe, rules_->opportunity(foe), me_);
    });
  }

  const Rules* rules_ = nullptr;
  int me_ = 0, side_ = 1;
  Cell start_;
  Reach reach_;
  std::array<Watcher, kMostCombatants> watchers_;
  int threat_count_ = 0;
  struct Foe {
    Cell cell;
    int side;
  };
  std::array<Foe, kMostCombatants> foes_;  // helpless ones too
  int foe_count_ = 0;
  double near_ = 0.0, far_ = 0.0;
  std::uint32_t survey_ = 0;
  std::array<std::uint32_t, kMaxSide * kMaxSide> surveyed_{};
  std::array<double, kMaxSide * kMaxSide> risks_;
};

}  // namespace hazard::fivee
