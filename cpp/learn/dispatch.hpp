// Functions marked HAZARD_WIDE are compiled once for any processor and once for those with wide registers
// (AVX2); which one runs is decided when the program is loaded. Both add in the same order and round after
// each product (-ffp-contract=off), so that a network says the same on every machine.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define HAZARD_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define HAZARD_WIDE
#endif

// What such a function is made of must become part of each of its versions.
#define HAZARD_PART __attribute__((always_inline)) inline
