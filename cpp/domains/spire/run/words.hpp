// The closed vocabulary of a run: rooms, screens, relics that matter between fights, and tasks, the small
// steps that everything outside of fights is made of. Python writes tasks by these names.
#pragma once

#include "domains/spire/words.hpp"

namespace hazard::spire {

enum class Room : std::uint8_t { None, Monster, Elite, Rest, Shop, Treasure, Unknown, Event, Boss };

enum class Screen : std::uint8_t {
  Starting,  // chance lays the run out
  Map,
  Fight,
  Rewards,
  Cards,  // one of a reward's cards
  Event,
  Rest,
  Shop,
  Chest,
  BossRelics,
  Match,  // the game of twelve cards
  Victory,
  Defeat,
  Unsettled  // a rule went round in circles, or a queue was too short: nothing is built on it
};

enum class Tier : std::uint8_t { Any, Common, Uncommon, Rare, Shop, Boss, Special };

// Where what is found goes: to the player, among the rewards, or to a place of the shop.
enum class To : std::uint8_t { Player, Rewards, Shop, BossChest };

// What a card is chosen for.
#define SPIRE_PURPOSES(X)                                       \
  X(None, "none")                                               \
  X(Remove, "remove")                                           \
  X(Upgrade, "upgrade")                                         \
  X(Transform, "transform")                                     \
  X(TransformUpgrade, "transform_and_upgrade")                  \
  X(Duplicate, "duplicate")                                     \
  X(BottleAttack, "bottle_attack")                              \
  X(BottleSkill, "bottle_skill")                                \
  X(BottlePower, "bottle_power")                                \
  X(Sacrifice, "sacrifice") /* to the bonfire, by its rarity */ \
  X(Obtain, "obtain")       /* one of the cards that are laid out */

// Kinds of card rewards: how each card's rarity is rolled.
#define SPIRE_OFFERS(X)              \
  X(Hallway, "hallway")              \
  X(Elite, "elite")                  \
  X(Boss, "boss")                    \
  X(Shop, "shop")                    \
  X(Colorless, "colorless")          \
  X(NeowCards, "neow_cards")         \
  X(NeowRare, "neow_rare")           \
  X(NeowColorless, "neow_colorless") \
  X(NeowColorlessRare, "neow_colorless_rare")

// Tasks. The fields a, b, c, n, m of each are explained where it is done.
#define SPIRE_TASKS(X)                                                                      \
  X(Nothing, "nothing")                                                                     \
  X(Heal, "heal")      /* n HP, or b: n percent of the most */                              \
  X(LoseHp, "lose_hp") /* the same; c: 0 down, 1 nearest, 2 up */                           \
  X(MaxHp, "max_hp")                                                                        \
  X(LoseMaxHp, "lose_max_hp")                                                               \
  X(Gold, "gold")             /* n to m */                                                  \
  X(LoseGold, "lose_gold")    /* n; -1: all */                                              \
  X(GoldOfAct, "gold_of_act") /* n for each act */                                          \
  X(LosePickedGold, "lose_picked_gold")                                                     \
  X(AddCard, "add_card")     /* row n, m times */                                           \
  X(GainRelic, "gain_relic") /* row n */                                                    \
  X(LoseRelic, "lose_relic")                                                                \
  X(OfferRelic, "offer_relic") /* row n, among the rewards */                               \
  X(OfferGold, "offer_gold")   /* n to m */                                                 \
  X(OfferCards, "offer_cards") /* a: kind, n: how many cards; 0: usual */                   \
  X(FindRelic, "find_relic")   /* a: tier, b: to, c: shop place; m: 1 none with a screen */ \
  X(FindPotion, "find_potion") /* b: to, c: shop place */                                   \
  X(FindCurse, "find_curse")                                                                \
  X(FindCard, "find_card") /* a: rarity, b: 1 colorless; m: upgraded */                     \
  X(RemoveCurses, "remove_curses")                                                          \
  X(RemoveStrikes, "remove_strikes")                                                        \
  X(UpgradeAll, "upgrade_all")                                                              \
  X(UpgradeBasics, "upgrade_basics")                                                        \
  X(UpgradeRandom, "upgrade_random") /* n of them; a: 1 attacks, 2 skills */                \
  X(TransformRandom, "transform_random")                                                    \
  X(TransformBasics, "transform_basics") /* Pandora's Box */                                \
  X(Grid, "grid")                        /* a: purpose, n cards; c: 1 may be left */        \
  X(LayOut, "lay_out")                   /* n cards to obtain one of: the library */        \
  X(MorePotions, "more_potions")         /* slots */                                        \
  X(Fight, "fight")                      /* encounter n; m: page afterwards, or -1 */       \
  X(BossOfAct, "boss_of_act")            /* a fight with a boss of act n */                 \
  X(Page, "page")                                                                           \
  X(Leave, "leave")                                                                         \
  X(Count, "count") /* number a grows by n */                                               \
  X(Toss, "toss")   /* number a: 0 .. n-1 by chance */                                      \
  X(Pick, "pick")   /* number a: something of kind b, by chance */                          \
  X(RemovePicked, "remove_picked")                                                          \
  X(LosePickedRelic, "lose_picked_relic")                                                   \
  X(LosePickedPotion, "lose_picked_potion")                                                 \
  X(Branch, "branch") /* row n of RunContent::branches */                                   \
  X(AdventurerFinds, "adventurer_finds")                                                    \
  X(AdventurerFights, "adventurer_fights")                                                  \
  X(Match, "match")                                                                         \
  X(ToBoss, "to_boss")                                                                      \
  /* of the rules alone */                                                                  \
  X(BeginAct, "begin_act")                                                                  \
  X(DrawMap, "draw_map")                                                                    \
  X(Burn, "burn") /* one elite on the map */                                                \
  X(RollBoss, "roll_boss")                                                                  \
  X(RollNeow, "roll_neow") /* option a; b: 1 its drawback */                                \
  X(EnterRoom, "enter_room")                                                                \
  X(RollUnknown, "roll_unknown")                                                            \
  X(RollEvent, "roll_event")                                                                \
  X(RollEncounter, "roll_encounter") /* a: pool */                                          \
  X(LineUp, "line_up")               /* encounter n: who comes, with how many HP */         \
  X(FightWon, "fight_won")                                                                  \
  X(RollPotionDrop, "roll_potion_drop")                                                     \
  X(RollRelic, "roll_relic")        /* a: tier, known; else as find_relic */                \
  X(RollPotion, "roll_potion")      /* a: rarity; else as find_potion */                    \
  X(RollRarity, "roll_rarity")      /* a: offer, b: set */                                  \
  X(RollCard, "roll_card")          /* a: offer, b: set, c: rarity */                       \
  X(RollUpgrade, "roll_upgrade")    /* b: set */                                            \
  X(RollShopCard, "roll_shop_card") /* a: rarity, known from 1, b: place */                 \
  X(RollPrice, "roll_price")        /* b: place */                                          \
  X(RollSale, "roll_sale")                                                                  \
  X(StockShop, "stock_shop")                                                                \
  X(RollChest, "roll_chest")                                                                \
  X(OpenChest, "open_chest") /* a: size */                                                  \
  X(RollChestGold, "roll_chest_gold")                                                       \
  X(TransformCard, "transform_card") /* what row n becomes; m: 1 upgraded */                \
  X(RollMatch, "roll_match")         /* pair a */                                           \
  X(Flip, "flip")                    /* place a */                                          \
  X(ShowBossRelics, "show_boss_relics")                                                     \
  X(NextAct, "next_act")                                                                    \
  X(Paid, "paid") /* n gold for a removal */                                                \
  X(Show, "show") /* screen a */

// Relics that matter between fights, by the game's ids.
#define SPIRE_RUN_RELICS(X)                \
  X(BurningBlood, "Burning Blood")         \
  X(BloodVial, "Blood Vial")               \
  X(GoldenIdol, "Golden Idol")             \
  X(BloodyIdol, "Bloody Idol")             \
  X(Omamori, "Omamori")                    \
  X(CeramicFish, "CeramicFish")            \
  X(DarkstonePeriapt, "Darkstone Periapt") \
  X(MoltenEgg, "Molten Egg 2")             \
  X(ToxicEgg, "Toxic Egg 2")               \
  X(FrozenEgg, "Frozen Egg 2")             \
  X(Ectoplasm, "Ectoplasm")                \
  X(Sozu, "Sozu")                          \
  X(MagicFlower, "Magic Flower")           \
  X(MarkOfTheBloom, "Mark of the Bloom")   \
  X(TungstenRod, "TungstenRod")            \
  X(LizardTail, "Lizard Tail")             \
  X(SacredBark, "SacredBark")              \
  X(MawBank, "MawBank")                    \
  X(MealTicket, "MealTicket")              \
  X(SmilingMask, "Smiling Mask")           \
  X(Courier, "The Courier")                \
  X(MembershipCard, "Membership Card")     \
  X(QuestionCard, "Question Card")         \
  X(BustedCrown, "Busted Crown")           \
  X(SingingBowl, "Singing Bowl")           \
  X(PrayerWheel, "Prayer Wheel")           \
  X(WhiteBeast, "White Beast Statue")      \
  X(BlackStar, "Black Star")               \
  X(JuzuBracelet, "Juzu Bracelet")         \
  X(TinyChest, "Tiny Chest")               \
  X(SsserpentHead, "SsserpentHead")        \
  X(Matryoshka, "Matryoshka")              \
  X(NlothsMask, "NlothsMask")              \
  X(NlothsGift, "Nloth's Gift")            \
  X(CursedKey, "Cursed Key")               \
  X(WingedGreaves, "WingedGreaves")        \
  X(RegalPillow, "Regal Pillow")           \
  X(DreamCatcher, "Dream Catcher")         \
  X(EternalFeather, "Eternal Feather")     \
  X(CoffeeDripper, "Coffee Dripper")       \
  X(FusionHammer, "Fusion Hammer")         \
  X(PeacePipe, "Peace Pipe")               \
  X(Shovel, "Shovel")                      \
  X(Girya, "Girya")                        \
  X(AncientTeaSet, "Ancient Tea Set")      \
  X(NeowsLament, "NeowsBlessing")          \
  X(SneckoEye, "Snecko Eye")               \
  X(PotionBelt, "Potion Belt")             \
  X(ToyOrnithopter, "Toy Ornithopter")     \
  X(Necronomicon, "Necronomicon")          \
  X(Circlet, "Circlet")                    \
  X(RedCirclet, "Red Circlet")             \
  X(SpiritPoop, "Spirit Poop")             \
  X(Astrolabe, "Astrolabe")

SPIRE_WORDS(Purpose, SPIRE_PURPOSES, kPurposeNames)
SPIRE_WORDS(Offer, SPIRE_OFFERS, kOfferNames)
SPIRE_WORDS(TaskOp, SPIRE_TASKS, kTaskNames)
SPIRE_WORDS(RunRelic, SPIRE_RUN_RELICS, kRunRelicNames)

}  // namespace hazard::spire
