// Where a creature may go and what waits for it there: the beam over cells looks at these.
#pragma once

#include <array>

#include "domains/fivee/grid/cover_cache.hpp"
#include "domains/fivee/planning/estimates.hpp"
#include "domains/fivee/rules/resolve.hpp"

namespace hazard::fivee {

// A cell with what speaks for it.
struct Place {
  Cell cell;
  double score = 0.0;
};

// The best few places, at most `Most`.
template <int Most = 8>
class PlaceBeam {
 public:
  explicit PlaceBeam(int width) : width_(std::clamp(width, 1, Most)) {}

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
  const Place& worst() const { return places_[count_ - 1]; }
  void clear() { count_ = 0; }

 private:
  std::array<Place, Most> places_;
  int count_ = 0, width_;
};

// The cells around one creature for one decision. Large: keep one for each thread and survey again.
class Places {
 public:
  // Looks around for `me`, who may walk `feet`.
  void survey(const Rules& rules, const Worths& worths, const Prospects& prospects, const State& s, int me,
              int feet) {
    begin(rules, s, me);
    const Walking walking(rules);
    const Fighters watchers = walking.watchers(s, me);
    walking.reach(s, me, feet, 0, reach_);
    if (s.fighters[me].has(mask_of(Condition::Frightened))) keep_away(s);
    note_threats(worths, prospects, s, watchers);
    note_hazards(worths, s);
    trapped_ = traps_.intersects(reach_.reached);
    if (trapped_) walking.reach(s, me, feet, 0, dry_, &traps_);
    // Past whom one may have to run.
    passable_ = 0;
    for_each(watchers, [&](int foe) {
      const int feet_away = distance_feet(start_, side_, s.fighters[foe].at, rules.block(foe).side);
      if (feet_away > rules.opportunity_reach(foe) && feet_away - rules.opportunity_reach(foe) < feet)
        passable_ |= only(foe);
    });
    if (passable_ != 0) walking.reach(s, me, feet, passable_, safe_);
  }

  // Looks around for `me`, who may appear anywhere in sight within `feet`.
  void survey_jump(const Rules& rules, const Worths& worths, const Prospects& prospects, const State& s,
                   int me, int feet) {
    begin(rules, s, me);
    passable_ = 0;
    const Walking walking(rules);
    walking.reach(s, me, 0, 0, reach_);
    const CellSet taken = rules.cells_of(s, rules.everybody() & ~only(me));
    const int steps = feet / kFeetPerCell;
    const Map& map = rules.map();
    for (int y = std::max(0, start_.y - steps); y <= std::min(map.height - side_, start_.y + steps); ++y)
      for (int x = std::max(0, start_.x - steps); x <= std::min(map.width - side_, start_.x + steps); ++x) {
        const Cell cell{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
        if (reach_.open.test(cell) && !taken.intersects(cell, side_) &&
            line_of_sight(map, start_, side_, cell, side_)) {
          reach_.stops.set(cell);
          reach_.steps[y * kMaxSide + x] = 0;
        }
      }
    if (s.fighters[me].has(mask_of(Condition::Frightened))) keep_away(s);
    note_threats(worths, prospects, s, 0);
    note_hazards(worths, s);
    trapped_ = false;
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
      if (feet > w.comes_within && feet <= w.shoots_within) cost -= shelter(w, cell);
    }
    if (passable_ != 0 && !safe_.reached.test(cell)) cost += blows_on_the_way(cell);
    for (int i = 0; i < hazard_count_; ++i) {
      if (hazards_[i].test(cell)) cost += hazard_;
    }
    if (trapped_ && !traps_.test(cell) && !dry_.reached.test(cell))
      cost += hazard_;  // there is no way around
    surveyed_[index] = survey_;
    return risks_[index] = cost;
  }

  // Whether walls leave a way from a cell to a space.
  bool in_line(Cell cell, Cell at, int its_side) const {
    return !walled_ || line_of_effect(rules_->map(), cell, side_, at, its_side);
  }

  // Whether a foe has the start in its reach.
  bool pressed() const {
    return std::any_of(watchers_.begin(), watchers_.begin() + threat_count_, [&](const Watcher& w) {
      return distance_feet(start_, side_, w.at, w.side) <= w.reach;
    });
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

  // The safest cells within some feet of a space and in line with it, as many as `into` holds. An archer is
  // in range of many foes from almost everywhere, so a short list of the safest cells of all serves for each.
  void safest_within(Cell at, int its_side, int feet, PlaceBeam<>& into) {
    if (feet > kNear) {
      if (!ranked_) rank();
      for (const Place& place : safest_) {
        if (into.full()) return;
        if (distance_feet(place.cell, side_, at, its_side) <= feet && in_line(place.cell, at, its_side))
          into.add(place.cell, place.score);
      }
      if (into.full() || !safest_.full()) return;
      into.clear();
    }
    for_each_within(at, its_side, feet, [&](Cell cell) {
      if (feet <= kFeetPerCell || in_line(cell, at, its_side)) into.add(cell, -risk(cell));
    });
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
  void begin(const Rules& rules, const State& s, int me) {
    rules_ = &rules;
    me_ = me;
    side_ = rules.block(me).side;
    start_ = s.fighters[me].at;
    ranked_ = false;
    walled_ = !rules.map().walls.empty();
    if (++survey_ == 0) surveyed_.fill(0), survey_ = 1;
  }

  static constexpr int kNear = 20;  // feet within which cells are few

  // A cell that would not be among the safest even behind the best cover is not looked at closely.
  void rank() {
    safest_.clear();
    double most = 1e-12;  // that cover could help
    for (int i = 0; i < threat_count_; ++i) {
      const auto& w = watchers_[i];
      if (w.shoots_within > 0) most += *std::max_element(w.shelter.begin(), w.shelter.end());
    }
    reach_.stops.for_each(
        [&](Cell cell) {
          if (!safest_.full() || most - in_the_open(cell) > safest_.worst().score)
            safest_.add(cell, -risk(cell));
        },
        rules_->map().height);
    ranked_ = true;
  }

  // What it costs at least to be in a cell that no cover protects.
  double in_the_open(Cell cell) const {
    double cost = 0.0;
    for (int i = 0; i < threat_count_; ++i) {
      const Watcher& w = watchers_[i];
      const int feet = distance_feet(cell, side_, w.at, w.side);
      if (feet > w.reach) cost += w.parting_blow;
      if (feet <= w.reach) cost += near_;
      if (feet <= 35) cost += far_ * (1.0 - feet / 40.0);
    }
    return cost;
  }

  // What it costs to run past foes whose reach a walk to the cell cannot keep clear of.
  double blows_on_the_way(Cell cell) const {
    const Path path = path_to(reach_, cell);
    double cost = 0.0;
    for (int i = 0; i < threat_count_; ++i) {
      const Watcher& w = watchers_[i];
      if ((passable_ & only(w.foe)) == 0) continue;
      if (leaves_reach(path, side_, w.at, w.side, w.reach) >= 0) cost += w.blow;
    }
    return cost;
  }

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
    int foe;
    Cell at;
    int side, reach;
    double blow;          // what its opportunity attack costs
    double parting_blow;  // the same for whoever is in its reach now; else 0
    // Cover counts against those who shoot: within their range, and not so near that they would rather come.
    int comes_within = 0, shoots_within = 0;
    std::array<double, 4> shelter{};  // what each kind of cover is worth
  };

  double shelter(const Watcher& w, Cell cell) {
    return w.shelter[static_cast<int>(cover_(rules_->map(), w.at, w.side, cell, side_))];
  }

  // `worth`: of all one's hit points.
  void note_shelter(const Worths& worths, const Prospects& prospects, const State& s, double worth,
                    Watcher& w) const {
    const auto& volley = rules_->volley(w.foe);
    if (!walled_ || volley.action == kNothing) return;
    w.shoots_within = rules_->action(w.foe, volley.action).range;
    w.comes_within = w.reach;
    if (worths.hand_to_hand(w.foe)) w.comes_within += rules_->speed(s, w.foe);
    w.shelter = prospects.sheltered_share(s, w.foe, me_);
    for (double& share : w.shelter) share *= worth;
  }

  void note_hazards(const Worths& worths, const State& s) {
    hazard_count_ = 0;
    hazard_ = 0.15 * worths.share(me_);
    traps_ = {};
    const Hazards hazards(*rules_);
    if (!hazards.any(s)) return;
    hazards.for_each_around(s, me_, [&](int, int, const CellSet& places, bool on_entering) {
      if (hazard_count_ < kHazards) hazards_[hazard_count_++] = places;
      if (on_entering) traps_ |= places;
    });
  }

  // `watchers`: foes who may answer a step out of their reach.
  void note_threats(const Worths& worths, const Prospects& prospects, const State& s, Fighters watchers) {
    const double mine = worths.share(me_), caution = 1.2 - rules_->block(me_).personality.aggression;
    const bool archer = !worths.hand_to_hand(me_);
    near_ = (archer ? 0.06 : 0.015) * mine * caution;
    far_ = archer ? 0.02 * mine * caution : 0.0;
    threat_count_ = foe_count_ = 0;
    // Foes shoot at one of us: at this one now and then.
    const double sheltered =
        mine * caution / std::popcount(rules_->standing(s, rules_->friends_of(me_)) | only(me_));
    for_each(rules_->in_the_fight_among(s, rules_->foes_of(me_)),
             [&](int foe) { foes_[foe_count_++] = {s.fighters[foe].at, rules_->block(foe).side}; });
    for_each(rules_->standing(s, rules_->foes_of(me_)), [&](int foe) {
      if (!Rules::can_act(s.fighters[foe])) return;
      Watcher& w = watchers_[threat_count_++];
      w = {foe, s.fighters[foe].at, rules_->block(foe).side, rules_->opportunity_reach(foe), 0.0, 0.0};
      note_shelter(worths, prospects, s, sheltered, w);
      if ((watchers & only(foe)) == 0) return;
      w.blow = mine * prospects.expected_share(s, foe, rules_->opportunity(foe), me_);
      if (distance_feet(start_, side_, w.at, w.side) <= w.reach) w.parting_blow = w.blow;
    });
  }

  const Rules* rules_ = nullptr;
  int me_ = 0, side_ = 1;
  Cell start_;
  Reach reach_, safe_;     // every way there is; those that keep clear of `passable_`
  Fighters passable_ = 0;  // foes past whom one may have to run
  static constexpr int kHazards = 8;
  std::array<CellSet, kHazards> hazards_;  // areas that stay, and auras of foes: where they strike
  int hazard_count_ = 0;
  double hazard_ = 0.0;
  CellSet traps_;  // those that strike whoever enters
  Reach dry_;      // where one gets without entering any
  bool trapped_ = false;
  std::array<Watcher, kMostCombatants> watchers_;
  int threat_count_ = 0;
  struct Foe {
    Cell cell;
    int side;
  };
  std::array<Foe, kMostCombatants> foes_;  // helpless ones too
  int foe_count_ = 0;
  double near_ = 0.0, far_ = 0.0;
  PlaceBeam<16> safest_{16};  // of all cells; see rank()
  bool ranked_ = false;
  bool walled_ = false;  // there is anything to be covered by
  CoverCache cover_;
  std::uint32_t survey_ = 0;
  std::array<std::uint32_t, kMaxSide * kMaxSide> surveyed_{};
  std::array<double, kMaxSide * kMaxSide> risks_;
};

}  // namespace hazard::fivee
