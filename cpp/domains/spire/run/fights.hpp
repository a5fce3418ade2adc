// From a run into a fight, and back: who comes, what the player brings, and what is left of it.
#pragma once

#include "domains/spire/combat.hpp"
#include "domains/spire/run/journey.hpp"

namespace hazard::spire {

// Whether a relic's count goes on from fight to fight.
inline bool counts_on(const RelicKind& relic) {
  if (relic.counter >= kCounters || relic.once || relic.each_turn) return false;
  if (relic.every > 1) return true;
  const int bit = relic.bit;
  return bit == static_cast<int>(Relic::PenNib) || bit == static_cast<int>(Relic::Girya) ||
         bit == static_cast<int>(Relic::NeowsLament) || bit == static_cast<int>(Relic::AncientTeaSet);
}

inline Player player_of(const Run& r) {
  const Journey& j = r.j;
  Player p;
  p.hp = j.hp;
  p.max_hp = j.max_hp;
  p.gold = j.gold;
  p.potion_slots = j.potion_slots;
  std::copy(j.potions, j.potions + kPotionSlots, p.potions);
  std::copy(j.relics, j.relics + kRelicWords, p.relics);
  std::copy(j.counters, j.counters + kCounters, p.counters);
  int energy = 3;
  for (int i = 0; i < j.owned_count; ++i) energy += r.rules().relics[j.owned[i]].energy;
  p.energy_each_turn = static_cast<std::uint8_t>(energy);
  p.draw_each_turn = static_cast<std::uint8_t>(r.has(RunRelic::SneckoEye) ? 7 : 5);
  if (j.tail_used != 0) p.set(kTailUsed);
  return p;
}

inline int drawn_from(const std::vector<MonsterChance>& place, Random& random) {
  double left = random.uniform();
  for (const MonsterChance& who : place) {
    left -= who.chance;
    if (left < 0.0) return who.kind;
  }
  return place.back().kind;
}

inline void line_up(const Encounter& e, State& s, Random& random) {
  const auto put = [&](int kind) {
    Monster& m = s.monsters[s.monster_count++];
    if (kind == kNoKind) {
      m.set(kGone);
    } else {
      m.kind = static_cast<std::uint16_t>(kind);
    }
  };
  if (e.draw > 0) {
    std::vector<std::uint16_t> bag = e.bag;
    for (int i = 0; i < e.draw; ++i) {
      const std::size_t place = random.below(static_cast<std::uint32_t>(bag.size()));
      put(bag[place]);
      bag.erase(bag.begin() + static_cast<std::ptrdiff_t>(place));
    }
    return;
  }
  const auto& line = e.lines[random.below(static_cast<std::uint32_t>(e.lines.size()))];
  for (const auto& place : line) put(drawn_from(place, random));
}

// The burning elite's gift: 0 strength, 1 more hit points, 2 metallicize, 3 regeneration; by act.
inline void set_alight(const Run& r, State& s) {
  const int act = r.j.act;
  for (int i = 0; i < s.monster_count; ++i) {
    Monster& m = s.monsters[i];
    if (m.is(kGone)) continue;
    switch (r.j.burning) {
      case 0:
        m.powers.add(Power::Strength, act + 1);
        break;
      case 1:
        m.max_hp = static_cast<std::int16_t>((m.max_hp * 5 + 2) / 4);
        m.hp = m.max_hp;
        break;
      case 2:
        m.powers.add(Power::Metallicize, 2 * act + 2);
        break;
      default:
        m.powers.add(Power::Regenerate, 2 * act + 1);
        break;
    }
  }
}

inline bool is_burning(const Journey& j) {
  return j.room == Room::Elite && j.act < 4 && j.x == j.burning_x && j.y == j.burning_y;
}

// The fight begins; its first chances are still to come.
inline void begin(const Run& r, State& s, int encounter, std::uint64_t seed) {
  Journey& j = r.j;
  Random random(seed);
  s = State{};
  s.player = player_of(r);
  s.ascension = r.rules().ascension;
  s.act = j.act;
  for (int i = 0; i < j.deck_count; ++i) {
    if (!is_bottled(j, i)) s.draw.add(j.deck[i]);
  }
  for (const std::uint8_t place : j.bottled) {  // they come on top
    if (place >= j.deck_count) continue;
    s.draw.add(j.deck[place]);
    ++s.known_top;
  }
  for (const Card& card : s.draw) {
    if (r.kind(card).is(kCardCheaperWhenHurt)) s.player.set(kCardsWatchHurt);
  }
  line_up(r.content.encounters[static_cast<std::size_t>(encounter)], s, random);
  const Fight f{r.rules(), s};
  for (int i = 0; i < s.monster_count; ++i) begin_monster(f, i, random);
  if (is_burning(j)) set_alight(r, s);
  begin_fight(f);
  j.encounter = static_cast<std::uint8_t>(encounter);
  j.screen = Screen::Fight;
}

// Cards that grow for good (Ritual Dagger) keep what they have grown by.
inline void keep_growth(const Run& r, const State& s) {
  Journey& j = r.j;
  const auto grows = [&](const Card& card) { return r.kind(card).id == "RitualDagger"; };
  for (int i = 0; i < j.deck_count; ++i) {
    if (!grows(j.deck[i])) continue;
    int most = j.deck[i].extra;
    const auto look = [&](const auto& pile) {
      for (const Card& card : pile) {
        if (card.kind == j.deck[i].kind) most = std::max<int>(most, card.extra);
      }
    };
    look(s.hand);
    look(s.draw);
    look(s.discard);
    look(s.exhaust);
    j.deck[i].extra = static_cast<std::uint8_t>(most);
  }
}

inline bool all_escaped(const State& s) {
  bool any = false;
  for (int i = 0; i < s.monster_count; ++i) {
    const Monster& m = s.monsters[i];
    if (m.is(kMinionFlag) || m.max_hp == 0) continue;
    if (!m.is(kEscaped)) return false;
    any = true;
  }
  return any;
}

// The fight is over: what it leaves the player with. Tells whether the run goes on.
inline bool come_back(const Run& r, State& s) {
  Journey& j = r.j;
  const Player& p = s.player;
  j.hp = static_cast<std::int16_t>(std::max<int>(0, p.hp));
  j.max_hp = p.max_hp;
  j.gold = p.gold;
  std::copy(p.potions, p.potions + kPotionSlots, j.potions);
  j.tail_used = p.is(kTailUsed) ? 1 : 0;
  for (const RelicKind& relic : r.rules().relics) {
    if (relic.counter >= kCounters) continue;
    j.counters[relic.counter] = counts_on(relic) ? p.counters[relic.counter] : std::uint8_t{0};
  }
  if (std::uint8_t* lament = r.counter(RunRelic::NeowsLament); lament != nullptr && *lament > 0) --*lament;
  if (std::uint8_t* tea = r.counter(RunRelic::AncientTeaSet)) *tea = 0;
  if (s.phase == Phase::Unsettled)
    j.screen = Screen::Unsettled;
  else if (s.phase == Phase::Lost || j.hp <= 0)
    j.screen = Screen::Defeat;
  if (j.over()) return false;
  keep_growth(r, s);
  if (p.is(kFled)) j.set(kSmoked);
  return true;
}

}  // namespace hazard::spire
