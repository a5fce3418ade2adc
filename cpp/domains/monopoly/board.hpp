// The board of Monopoly, Atlantic City, in the order of play: prices, rents and the cost of a house.
#pragma once

#include <array>
#include <cstdint>

namespace hazard {

enum class SquareKind : std::uint8_t {
  Go,
  Street,
  Station,
  Utility,
  Tax,
  Chance,
  Chest,
  Jail,
  Parking,
  ToJail
};

struct Square {
  SquareKind kind;
  std::int16_t price;                // of a deed; what a tax takes
  std::int8_t group;                 // of a street: 0 to 7; stations 8, utilities 9, others -1
  std::int16_t house;                // what a house costs
  std::array<std::int16_t, 6> rent;  // without a house, with 1 to 4, with a hotel
};

inline constexpr std::array<Square, 40> kSquares = {{
    {SquareKind::Go, 0, -1, 0, {}},
    {SquareKind::Street, 60, 0, 50, {2, 10, 30, 90, 160, 250}},
    {SquareKind::Chest, 0, -1, 0, {}},
    {SquareKind::Street, 60, 0, 50, {4, 20, 60, 180, 320, 450}},
    {SquareKind::Tax, 200, -1, 0, {}},
    {SquareKind::Station, 200, 8, 0, {}},
    {SquareKind::Street, 100, 1, 50, {6, 30, 90, 270, 400, 550}},
    {SquareKind::Chance, 0, -1, 0, {}},
    {SquareKind::Street, 100, 1, 50, {6, 30, 90, 270, 400, 550}},
    {SquareKind::Street, 120, 1, 50, {8, 40, 100, 300, 450, 600}},
    {SquareKind::Jail, 0, -1, 0, {}},
    {SquareKind::Street, 140, 2, 100, {10, 50, 150, 450, 625, 750}},
    {SquareKind::Utility, 150, 9, 0, {}},
    {SquareKind::Street, 140, 2, 100, {10, 50, 150, 450, 625, 750}},
    {SquareKind::Street, 160, 2, 100, {12, 60, 180, 500, 700, 900}},
    {SquareKind::Station, 200, 8, 0, {}},
    {SquareKind::Street, 180, 3, 100, {14, 70, 200, 550, 750, 950}},
    {SquareKind::Chest, 0, -1, 0, {}},
    {SquareKind::Street, 180, 3, 100, {14, 70, 200, 550, 750, 950}},
    {SquareKind::Street, 200, 3, 100, {16, 80, 220, 600, 800, 1000}},
    {SquareKind::Parking, 0, -1, 0, {}},
    {SquareKind::Street, 220, 4, 150, {18, 90, 250, 700, 875, 1050}},
    {SquareKind::Chance, 0, -1, 0, {}},
    {SquareKind::Street, 220, 4, 150, {18, 90, 250, 700, 875, 1050}},
    {SquareKind::Street, 240, 4, 150, {20, 100, 300, 750, 925, 1100}},
    {SquareKind::Station, 200, 8, 0, {}},
    {SquareKind::Street, 260, 5, 150, {22, 110, 330, 800, 975, 1150}},
    {SquareKind::Street, 260, 5, 150, {22, 110, 330, 800, 975, 1150}},
    {SquareKind::Utility, 150, 9, 0, {}},
    {SquareKind::Street, 280, 5, 150, {24, 120, 360, 850, 1025, 1200}},
    {SquareKind::ToJail, 0, -1, 0, {}},
    {SquareKind::Street, 300, 6, 200, {26, 130, 390, 900, 1100, 1275}},
    {SquareKind::Street, 300, 6, 200, {26, 130, 390, 900, 1100, 1275}},
    {SquareKind::Chest, 0, -1, 0, {}},
    {SquareKind::Street, 320, 6, 200, {28, 150, 450, 1000, 1200, 1400}},
    {SquareKind::Station, 200, 8, 0, {}},
    {SquareKind::Chance, 0, -1, 0, {}},
    {SquareKind::Street, 350, 7, 200, {35, 175, 500, 1100, 1300, 1500}},
    {SquareKind::Tax, 100, -1, 0, {}},
    {SquareKind::Street, 400, 7, 200, {50, 200, 600, 1400, 1700, 2000}},
}};

inline constexpr std::array<std::uint8_t, 28> kDeeds = {
    1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 21, 23, 24, 25, 26, 27, 28, 29, 31, 32, 34, 35, 37, 39};

}  // namespace hazard
