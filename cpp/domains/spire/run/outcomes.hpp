// The outcomes of every task of chance, and what each of them does.
#pragma once

#include "domains/spire/run/chances.hpp"

namespace hazard::spire {

// sink(number, probability) for every outcome of a task of chance; probabilities sum to one.
template <class Sink>
void list_task_outcomes(const Run& r, const Task& task, Sink&& sink) {
  const Journey& j = r.j;
  const auto evenly = [&](int low, int high) {
    for (int i = low; i <= high; ++i) sink(i, 1.0 / (high - low + 1));
  };
  switch (task.op) {
    case TaskOp::Gold:
    case TaskOp::OfferGold:
    case TaskOp::LoseGold:
      return evenly(task.n, task.m);
    case TaskOp::FindRelic:
      if (static_cast<Tier>(task.a) != Tier::Any) return list_relics(r, task, sink);
      return list_tiers(task, sink);
    case TaskOp::RollRelic:
      return list_relics(r, task, sink);
    case TaskOp::FindPotion:
      sink(1, 0.65);
      sink(2, 0.25);
      return sink(3, 0.10);
    case TaskOp::RollPotion: {
      int count = 0;
      for (std::size_t row = 1; row < r.content.potions.size(); ++row)
        count += r.content.potions[row].rarity == task.a ? 1 : 0;
      for (std::size_t row = 1; row < r.content.potions.size(); ++row) {
        if (r.content.potions[row].rarity == task.a) sink(static_cast<int>(row), 1.0 / count);
      }
      return;
    }
    case TaskOp::FindCurse:
      for (const std::uint16_t row : r.content.curses)
        sink(int{row}, 1.0 / static_cast<double>(r.content.curses.size()));
      return;
    case TaskOp::FindCard: {
      const auto& pool = (task.b == 1 ? r.content.colorless : r.content.red)[task.a];
      for (const std::uint16_t row : pool) sink(int{row}, 1.0 / static_cast<double>(pool.size()));
      return;
    }
    case TaskOp::UpgradeRandom:
    case TaskOp::TransformRandom: {
      const auto fits = [&](int i) {
        const CardType type = r.kind(j.deck[i]).type;
        if (task.op == TaskOp::TransformRandom) return !stays(r, j.deck[i]) && !is_bottled(j, i);
        return can_upgrade(r, j.deck[i]) && (task.a == 0 || (task.a == 1 && type == CardType::Attack) ||
                                             (task.a == 2 && type == CardType::Skill));
      };
      int count = 0;
      for (int i = 0; i < j.deck_count; ++i) count += fits(i) ? 1 : 0;
      if (count == 0) return sink(kNoPlace, 1.0);
      for (int i = 0; i < j.deck_count; ++i) {
        if (fits(i)) sink(i, 1.0 / count);
      }
      return;
    }
    case TaskOp::BossOfAct:
    case TaskOp::RollBoss: {
      const int act = task.op == TaskOp::BossOfAct ? task.n : j.act;
      int count = 0;
      const auto fits = [&](std::size_t row) {
        const Encounter& e = r.content.encounters[row];
        return e.act == act && e.pool == FightPool::Boss && !(task.a == 1 && row == j.bosses[0]);
      };
      for (std::size_t row = 0; row < r.content.encounters.size(); ++row) count += fits(row) ? 1 : 0;
      for (std::size_t row = 0; row < r.content.encounters.size(); ++row) {
        if (fits(row)) sink(static_cast<int>(row), 1.0 / count);
      }
      return;
    }
    case TaskOp::Toss:
      return evenly(0, task.n - 1);
    case TaskOp::Pick:
      return list_picks(r, task, sink);
    case TaskOp::Branch: {
      const auto& ways = r.content.branches[static_cast<std::size_t>(task.n)];
      double left = 100.0;
      for (std::size_t i = 0; i < ways.size(); ++i) {
        double percent = std::min(left, ways[i].percent + ways[i].per_try * j.numbers[0]);
        if (i + 1 == ways.size()) percent = left;
        left -= percent;
        if (percent > 0.0) sink(static_cast<int>(i), percent / 100.0);
      }
      return;
    }
    case TaskOp::AdventurerFinds: {  // number 2 is the set of what was found: gold, a relic, nothing
      int count = 0;
      for (int i = 0; i < 3; ++i) count += (j.numbers[2] >> i & 1) == 0 ? 1 : 0;
      for (int i = 0; i < 3; ++i) {
        if ((j.numbers[2] >> i & 1) == 0) sink(i, 1.0 / count);
      }
      return;
    }
    case TaskOp::Burn: {
      int count = 0;
      for (int i = 0; i < kRows * kColumns; ++i)
        count += j.rooms[i / kColumns][i % kColumns] == static_cast<int>(Room::Elite) ? 1 : 0;
      if (count == 0) return sink(kNoPlace, 1.0);
      for (int i = 0; i < kRows * kColumns; ++i) {
        if (j.rooms[i / kColumns][i % kColumns] != static_cast<int>(Room::Elite)) continue;
        for (int buff = 0; buff < 4; ++buff) sink(4 * i + buff, 0.25 / count);
      }
      return;
    }
    case TaskOp::RollNeow: {
      int count = 0;
      const auto fits = [&](std::size_t row) {
        const NeowRow& offer = r.content.neow[row];
        return task.b == 1 ? offer.group == 9 : offer.group == task.a && offer.unless != j.neow[2][1];
      };
      for (std::size_t row = 0; row < r.content.neow.size(); ++row) count += fits(row) ? 1 : 0;
      for (std::size_t row = 0; row < r.content.neow.size(); ++row) {
        if (fits(row)) sink(static_cast<int>(row), 1.0 / count);
      }
      return;
    }
    case TaskOp::RollUnknown:
      return list_unknown(r, sink);
    case TaskOp::RollEvent:
      return list_events(r, sink);
    case TaskOp::RollEncounter:
      return list_encounters(r, static_cast<FightPool>(task.a), sink);
    case TaskOp::RollPotionDrop:
      sink(0, 1.0 - potion_chance(r) / 100.0);
      return sink(1, potion_chance(r) / 100.0);
    case TaskOp::RollRarity:
      return list_rarities(r, static_cast<Offer>(task.a), sink);
    case TaskOp::RollCard:
      if (task.b == kMostSets)
        return list_cards(r, pool_of(r, Offer::Hallway, task.c), j.laid_out, j.laid_out_count, sink);
      return list_cards(r, pool_of(r, static_cast<Offer>(task.a), task.c), j.sets[task.b],
                        j.set_counts[task.b], sink);
    case TaskOp::RollUpgrade: {
      const double chance = r.content.rates.upgraded[static_cast<std::size_t>(j.act - 1)];
      sink(0, 1.0 - chance);
      return sink(1, chance);
    }
    case TaskOp::RollShopCard:
      if (task.a == 0) return list_shop_rarities(r, task.b, sink);
      return list_shop_cards(r, task.b, task.a, sink);
    case TaskOp::RollPrice:
      return list_prices(r, task.b, sink);
    case TaskOp::RollSale:
      return evenly(0, 4);
    case TaskOp::RollChest:
      sink(1, 0.50);
      sink(2, 0.33);
      return sink(3, 0.17);
    case TaskOp::RollChestGold:
      return list_chest_gold(j.chest, sink);
    case TaskOp::TransformCard:
      return list_transformed(r, task, sink);
    case TaskOp::RollMatch: {
      const int rarity = task.a == 0 ? 3 : task.a == 1 ? 2 : 1;
      if (task.a <= 2) {
        const auto& pool = r.content.red[static_cast<std::size_t>(rarity)];
        for (const std::uint16_t row : pool) sink(int{row}, 1.0 / static_cast<double>(pool.size()));
        return;
      }
      if (task.a == 3 && r.rules().ascension < 15) {
        const auto& pool = r.content.colorless[2];
        for (const std::uint16_t row : pool) sink(int{row}, 1.0 / static_cast<double>(pool.size()));
        return;
      }
      for (const std::uint16_t row : r.content.curses)
        sink(int{row}, 1.0 / static_cast<double>(r.content.curses.size()));
      return;
    }
    case TaskOp::Flip: {
      int hidden = 0;
      for (const std::uint8_t count : j.match_count) hidden += count;
      for (int pair = 0; pair < 6; ++pair) {
        if (j.match_count[pair] > 0) sink(pair, double(j.match_count[pair]) / hidden);
      }
      return;
    }
    default:
      return;
  }
}

}  // namespace hazard::spire
