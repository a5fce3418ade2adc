// A number of a text, the same on every machine, which std::hash is not.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/random.hpp"

namespace hazard {

constexpr std::uint64_t mix_text(std::string_view text) {
  std::uint64_t mixed = text.size();
  for (const char letter : text) mixed = mix64(mixed ^ static_cast<unsigned char>(letter));
  return mixed;
}

}  // namespace hazard
