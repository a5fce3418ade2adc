// The closed vocabulary of the rules: what the interpreter knows by name. Content refers to these words; each
// list makes an enumeration and the names that Python reads (hazard.spire.rules.phrases), so that neither
// side repeats the other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hazard::spire {

#define SPIRE_AS_ENTRY(entry, name) entry,
#define SPIRE_AS_NAME(entry, name) std::string_view(name),
#define SPIRE_AS_ONE(entry, name) +1
#define SPIRE_WORDS(Type, list, names)                        \
  enum class Type : std::uint8_t { list(SPIRE_AS_ENTRY) };    \
  inline constexpr int k##Type##Count = 0 list(SPIRE_AS_ONE); \
  inline constexpr std::array<std::string_view, k##Type##Count> names = {list(SPIRE_AS_NAME)};

// Powers of the player and of monsters. The order is the order of nothing; a power is found by its number.
#define SPIRE_POWERS(X)                \
  X(None, "none")                      \
  X(Strength, "strength")              \
  X(Dexterity, "dexterity")            \
  X(Vulnerable, "vulnerable")          \
  X(Weak, "weak")                      \
  X(Frail, "frail")                    \
  X(Artifact, "artifact")              \
  X(LoseStrength, "lose_strength")     \
  X(LoseDexterity, "lose_dexterity")   \
  X(RegainStrength, "regain_strength") \
  X(Metallicize, "metallicize")        \
  X(PlatedArmor, "plated_armor")       \
  X(Barricade, "barricade")            \
  X(Berserk, "berserk")                \
  X(Brutality, "brutality")            \
  X(Combust, "combust")                \
  X(Corruption, "corruption")          \
  X(DarkEmbrace, "dark_embrace")       \
  X(DemonForm, "demon_form")           \
  X(DoubleTap, "double_tap")           \
  X(Evolve, "evolve")                  \
  X(FeelNoPain, "feel_no_pain")        \
  X(FireBreathing, "fire_breathing")   \
  X(FlameBarrier, "flame_barrier")     \
  X(Juggernaut, "juggernaut")          \
  X(NoDraw, "no_draw")                 \
  X(Rage, "rage")                      \
  X(Rupture, "rupture")                \
  X(Regeneration, "regeneration")      \
  X(Regenerate, "regenerate")          \
  X(Thorns, "thorns")                  \
  X(Ritual, "ritual")                  \
  X(Vigor, "vigor")                    \
  X(PenNib, "pen_nib")                 \
  X(Intangible, "intangible")          \
  X(Buffer, "buffer")                  \
  X(Energized, "energized")            \
  X(DrawMore, "draw_more")             \
  X(NextTurnBlock, "next_turn_block")  \
  X(NoBlock, "no_block")               \
  X(Panache, "panache")                \
  X(SadisticNature, "sadistic_nature") \
  X(TheBomb, "the_bomb")               \
  X(Magnetism, "magnetism")            \
  X(Mayhem, "mayhem")                  \
  X(Confusion, "confusion")            \
  X(Constricted, "constricted")        \
  X(Entangled, "entangled")            \
  X(Hex, "hex")                        \
  X(DrawReduction, "draw_reduction")   \
  X(Duplication, "duplication")        \
  X(DoubleDamage, "double_damage")     \
  X(Surrounded, "surrounded")          \
  X(BackAttack, "back_attack")         \
  X(Poison, "poison")                  \
  X(Slow, "slow")                      \
  X(TimeWarp, "time_warp")             \
  X(CurlUp, "curl_up")                 \
  X(Malleable, "malleable")            \
  X(SharpHide, "sharp_hide")           \
  X(ModeShift, "mode_shift")           \
  X(Split, "split")                    \
  X(Angry, "angry")                    \
  X(Enrage, "enrage")                  \
  X(SporeCloud, "spore_cloud")         \
  X(Thievery, "thievery")              \
  X(Flight, "flight")                  \
  X(Stasis, "stasis")                  \
  X(Curiosity, "curiosity")            \
  X(Unawakened, "unawakened")          \
  X(LifeLink, "life_link")             \
  X(Fading, "fading")                  \
  X(Explosive, "explosive")            \
  X(Reactive, "reactive")              \
  X(Shifting, "shifting")              \
  X(StrengthUp, "strength_up")         \
  X(Minion, "minion")                  \
  X(Invincible, "invincible")          \
  X(BeatOfDeath, "beat_of_death")      \
  X(PainfulStabs, "painful_stabs")     \
  X(Unknown, "unknown")

// One step of a card, a potion, a relic or a monster's move.
#define SPIRE_OPS(X)                                                                   \
  X(Nothing, "nothing")                                                                \
  X(Damage, "damage") /* an attack: strength, weak, vulnerable count */                \
  X(Strike, "strike") /* an attack whose amount is already worked out */               \
  X(Hurt, "hurt")     /* damage that is no attack: thorns, fire, bombs */              \
  X(LoseHp, "lose_hp")                                                                 \
  X(Heal, "heal")                                                                      \
  X(MaxHp, "max_hp")                                                                   \
  X(Block, "block")                                                                    \
  X(Apply, "apply")                                                                    \
  X(Remove, "remove") /* take a power away altogether */                               \
  X(Draw, "draw")                                                                      \
  X(Energy, "energy")                                                                  \
  X(Gold, "gold")                                                                      \
  X(AddCard, "add_card")                                                               \
  X(AddCopy, "add_copy")     /* of the card in play */                                 \
  X(AddRandom, "add_random") /* a card of a pool, by chance */                         \
  X(Discover, "discover")    /* three cards of a pool by chance, one is chosen */      \
  X(Choose, "choose")        /* cards of a pile, by the player */                      \
  X(ExhaustRandom, "exhaust_random")                                                   \
  X(ExhaustHand, "exhaust_hand")                                                       \
  X(SecondWind, "second_wind")                                                         \
  X(FiendFire, "fiend_fire")                                                           \
  X(UpgradeHand, "upgrade_hand")                                                       \
  X(UpgradeAll, "upgrade_all")                                                         \
  X(UpgradeRandom, "upgrade_random")                                                   \
  X(DoubleBlock, "double_block")                                                       \
  X(DoubleStrength, "double_strength")                                                 \
  X(PlayTop, "play_top")                                                               \
  X(CheapRandom, "cheap_random") /* a random card in hand costs nothing from now on */ \
  X(CheapHand, "cheap_hand")                                                           \
  X(RandomCosts, "random_costs")                                                       \
  X(DrawFromDeck, "draw_from_deck") /* random cards of a type from the draw pile */    \
  X(ShuffleDiscard, "shuffle_discard")                                                 \
  X(If, "if")              /* otherwise the next steps are left out */                 \
  X(Grow, "grow")          /* the card in play: Rampage, Ritual Dagger */              \
  X(RollCost, "roll_cost") /* confusion: a cost by chance for a card just drawn */     \
  X(EndTurn, "end_turn")                                                               \
  X(Escape, "escape")                                                                  \
  X(Die, "die")   /* the source dies */                                                \
  X(Roll, "roll") /* a monster's next move, by chance */                               \
  X(SetMove, "set_move")                                                               \
  X(Summon, "summon")                                                                  \
  X(Stasis, "stasis")          /* a card is taken away while its taker lives */        \
  X(Trigger, "trigger")        /* a named rule of monsters.hpp */                      \
  X(FinishCard, "finish_card") /* the card in play goes to its pile */                 \
  X(TurnPowers, "turn_powers") /* what ends with the player's turn */                  \
  X(Discard, "discard")        /* the hand, at the end of the turn */                  \
  X(Aim, "aim")                /* a card that plays itself, at a random enemy */       \
  X(DrawTurn, "draw_turn")     /* after the draw that begins a turn */                 \
  X(FillPotions, "fill_potions")                                                       \
  X(Intent, "intent") /* an unknown monster's announced damage */

// What a `Choose` does with the cards.
#define SPIRE_DEEDS(X)                                      \
  X(Exhaust, "exhaust")                                     \
  X(Discard, "discard")                                     \
  X(PutOnTop, "put_on_top")                                 \
  X(PutAtBottom, "put_at_bottom") /* and it is free once */ \
  X(Upgrade, "upgrade")                                     \
  X(Copy, "copy")                                           \
  X(TakeToHand, "take_to_hand")                             \
  X(TakeFree, "take_free")   /* to hand, free this turn */  \
  X(ShuffleIn, "shuffle_in") /* into the draw pile */       \
  X(Gamble, "gamble")        /* discard any number, then draw as many */

// What an `If` asks.
#define SPIRE_CONDITIONS(X)              \
  X(TargetVulnerable, "vulnerable")      \
  X(TargetWeak, "weak")                  \
  X(TargetAttacks, "attacking")          \
  X(Killed, "killed")                    \
  X(NoAttackPlayed, "no_attack_played")  \
  X(NoArtifact, "no_artifact")           \
  X(NoAttackInHand, "no_attack_in_hand") \
  X(NoBlock, "no_block")                 \
  X(NoCardsInHand, "empty_hand")         \
  X(FewCardsPlayed, "few_cards_played")  \
  X(Elite, "elite")                      \
  X(Boss, "boss")                        \
  X(EliteOrBoss, "elite_or_boss")        \
  X(LowHp, "low_hp")                     \
  X(Hurt, "hurt_this_turn")

// Where the amount of an attack or block comes from, beside the number that is written.
#define SPIRE_AMOUNTS(X)                                                      \
  X(Plain, "plain")                                                           \
  X(Block, "block")                  /* as much as the player's block */      \
  X(StrengthTimes, "strength_times") /* strength counts n times */            \
  X(PerStrike, "per_strike")         /* n more for each Strike anywhere */    \
  X(Grown, "grown")                  /* as much more as the card has grown */ \
  X(Searing, "searing")              /* by its upgrades */                    \
  X(DrawPile, "draw_pile")           /* as much as there are cards to draw */ \
  X(CardsInHand, "cards_in_hand")                                             \
  X(Healing, "healing") /* heals what got through */                          \
  X(MaxHpPercent, "max_hp_percent")                                           \
  X(Unscaled, "unscaled") /* no dexterity, no frail */                        \
  X(Missing, "missing")   /* as much as strength is below zero */             \
  X(Own, "own")           /* a monster's own number */

// When a relic acts by itself.
#define SPIRE_OCCASIONS(X)                                       \
  X(Never, "never")                                              \
  X(BattleStart, "battle_start")                                 \
  X(FirstTurn, "first_turn") /* after the first hand is drawn */ \
  X(TurnStart, "turn_start")                                     \
  X(TurnDrawn, "turn_drawn") /* after a hand is drawn */         \
  X(TurnEnd, "turn_end")                                         \
  X(AttackPlayed, "attack_played")                               \
  X(SkillPlayed, "skill_played")                                 \
  X(PowerPlayed, "power_played")                                 \
  X(CardPlayed, "card_played")                                   \
  X(CursePlayed, "curse_played")                                 \
  X(CardExhausted, "card_exhausted")                             \
  X(Shuffled, "shuffled")                                        \
  X(HpLost, "hp_lost")                                           \
  X(EnemyDied, "enemy_died")                                     \
  X(HandEmpty, "hand_empty")                                     \
  X(PotionUsed, "potion_used")                                   \
  X(Victory, "victory")

// Relics whose effect is a rule of its own. All others are rows with an occasion and steps.
#define SPIRE_RELICS(X)                  \
  X(None, "none")                        \
  X(AncientTeaSet, "ancient_tea_set")    \
  X(ArtOfWar, "art_of_war")              \
  X(BloodyIdol, "bloody_idol")           \
  X(BlueCandle, "blue_candle")           \
  X(Boot, "boot")                        \
  X(Calipers, "calipers")                \
  X(ChampionBelt, "champion_belt")       \
  X(ChemicalX, "chemical_x")             \
  X(FrozenEye, "frozen_eye")             \
  X(Ginger, "ginger")                    \
  X(HandDrill, "hand_drill")             \
  X(IceCream, "ice_cream")               \
  X(LizardTail, "lizard_tail")           \
  X(MagicFlower, "magic_flower")         \
  X(MarkOfTheBloom, "mark_of_the_bloom") \
  X(MedicalKit, "medical_kit")           \
  X(MummifiedHand, "mummified_hand")     \
  X(Necronomicon, "necronomicon")        \
  X(OddMushroom, "odd_mushroom")         \
  X(OrangePellets, "orange_pellets")     \
  X(PaperFrog, "paper_frog")             \
  X(PaperCrane, "paper_crane")           \
  X(PenNib, "pen_nib")                   \
  X(Pocketwatch, "pocketwatch")          \
  X(RedSkull, "red_skull")               \
  X(RunicDome, "runic_dome")             \
  X(RunicPyramid, "runic_pyramid")       \
  X(SacredBark, "sacred_bark")           \
  X(SneckoEye, "snecko_eye")             \
  X(StrangeSpoon, "strange_spoon")       \
  X(StrikeDummy, "strike_dummy")         \
  X(Torii, "torii")                      \
  X(TungstenRod, "tungsten_rod")         \
  X(Turnip, "turnip")                    \
  X(UnceasingTop, "unceasing_top")       \
  X(VelvetChoker, "velvet_choker")       \
  X(WristBlade, "wrist_blade")           \
  X(PreservedInsect, "preserved_insect") \
  X(NeowsLament, "neows_lament")         \
  X(DuVuDoll, "du_vu_doll")              \
  X(Girya, "girya")                      \
  X(PhilosophersStone, "philosophers_stone")

SPIRE_WORDS(Power, SPIRE_POWERS, kPowerNames)
SPIRE_WORDS(Op, SPIRE_OPS, kOpNames)
SPIRE_WORDS(Deed, SPIRE_DEEDS, kDeedNames)
SPIRE_WORDS(Condition, SPIRE_CONDITIONS, kConditionNames)
SPIRE_WORDS(Amount, SPIRE_AMOUNTS, kAmountNames)
SPIRE_WORDS(Occasion, SPIRE_OCCASIONS, kOccasionNames)
SPIRE_WORDS(Relic, SPIRE_RELICS, kRelicNames)

static_assert(kPowerCount <= 128, "a set of powers is two words");

}  // namespace hazard::spire
