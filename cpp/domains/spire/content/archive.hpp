// Content as bytes and back, for programs without Python: the self-test plays fights with the tables that
// people wrote. One list of fields serves both directions. Bytes are of this machine and this version;
// nothing else reads them.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "domains/spire/content/content.hpp"

namespace hazard::spire {

class ContentWriter {
 public:
  template <class T>
  void plain(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void text(const std::string& value) {
    plain(value.size());
    bytes_ += value;
  }
  template <class T, class Each>
  void list(std::vector<T>& values, Each&& each) {
    plain(values.size());
    for (T& value : values) each(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class ContentReader {
 public:
  explicit ContentReader(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  void plain(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(static_cast<void*>(&value), take(sizeof(T)), sizeof(T));
  }
  void text(std::string& value) {
    std::size_t size = 0;
    plain(size);
    value.assign(take(size), size);
  }
  template <class T, class Each>
  void list(std::vector<T>& values, Each&& each) {
    std::size_t size = 0;
    plain(size);
    if (size > bytes_.size()) throw std::runtime_error("these bytes are no content: a list is too long");
    values.assign(size, T{});
    for (T& value : values) each(value);
  }
  bool at_end() const { return place_ == bytes_.size(); }

 private:
  const char* take(std::size_t size) {
    if (size > bytes_.size() - place_)
      throw std::runtime_error("these bytes are no content: they end too soon");
    place_ += size;
    return bytes_.data() + place_ - size;
  }
  const std::string& bytes_;
  std::size_t place_ = 0;
};

template <class Archive, class T>
void pass_plain(Archive& a, std::vector<T>& values) {
  a.list(values, [&](T& value) { a.plain(value); });
}

template <class Archive>
void pass(Archive& a, CardKind& kind) {
  a.text(kind.id);
  a.text(kind.name);
  a.plain(kind.type);
  a.plain(kind.rarity);
  a.plain(kind.needs);
  a.plain(kind.cost);
  a.plain(kind.flags);
  a.plain(kind.upgrade);
  for (Steps* steps : {&kind.play, &kind.when_drawn, &kind.when_exhausted, &kind.at_end_of_turn,
                       &kind.when_another_is_played})
    a.plain(*steps);
}

template <class Archive>
void pass(Archive& a, MonsterMove& move) {
  a.text(move.name);
  a.plain(move.number);
  a.plain(move.intent);
  a.plain(move.attacks);
  a.plain(move.damage);
  a.plain(move.hits);
  a.plain(move.steps);
}

template <class Archive>
void pass(Archive& a, MonsterKind& kind) {
  a.text(kind.id);
  a.text(kind.name);
  a.plain(kind.rank);
  a.plain(kind.elite_from);
  for (std::int16_t* number : {&kind.low_hp, &kind.high_hp, &kind.low_own, &kind.high_own, &kind.block})
    a.plain(*number);
  a.plain(kind.asleep);
  a.plain(kind.surrounds);
  a.list(kind.moves, [&](MonsterMove& move) { pass(a, move); });
  pass_plain(a, kind.first);
  pass_plain(a, kind.after);
  pass_plain(a, kind.roll);
  pass_plain(a, kind.pattern);
  a.plain(kind.loop_from);
  pass_plain(a, kind.starts_with);
  a.plain(kind.splits_into);
  for (std::uint8_t* move : {&kind.split_move, &kind.stunned_move, &kind.killed_move, &kind.shifted_move})
    a.plain(*move);
  a.plain(kind.stunned_without);
  pass_plain(a, kind.followers);
  pass_plain(a, kind.summons);
  a.plain(kind.most_summoned);
  pass_plain(a, kind.cards);
}

template <class Archive>
void pass(Archive& a, RelicKind& relic) {
  a.text(relic.id);
  a.text(relic.name);
  a.plain(relic.bit);
  a.plain(relic.occasion);
  a.plain(relic.every);
  a.plain(relic.each_turn);
  a.plain(relic.once);
  a.plain(relic.counter);
  a.plain(relic.energy);
  a.plain(relic.steps);
}

template <class Archive>
void pass(Archive& a, PotionKind& potion) {
  a.text(potion.id);
  a.text(potion.name);
  for (bool* flag : {&potion.aims, &potion.usable, &potion.saves_life, &potion.flees}) a.plain(*flag);
  a.plain(potion.steps);
  a.plain(potion.doubled);
}

template <class Archive>
void pass(Archive& a, Content& content) {
  pass_plain(a, content.steps);
  a.list(content.cards, [&](CardKind& kind) { pass(a, kind); });
  a.list(content.monsters, [&](MonsterKind& kind) { pass(a, kind); });
  a.list(content.relics, [&](RelicKind& relic) { pass(a, relic); });
  a.list(content.potions, [&](PotionKind& potion) { pass(a, potion); });
  a.list(content.pools, [&](std::vector<std::uint16_t>& pool) { pass_plain(a, pool); });
  a.plain(content.wound);
  a.plain(content.dazed);
  a.plain(content.ascension);
}

}  // namespace hazard::spire
