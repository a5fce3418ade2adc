// How much memory this process holds.
#pragma once

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
// clang-format off: the second needs the first
#include <windows.h>
#include <psapi.h>
// clang-format on
#undef near
#undef far
#undef small
#else
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <cstddef>
#include <cstdio>

namespace hazard {

// In bytes: what is resident now, where the system says so, or else the most there has been.
inline std::size_t resident_bytes() {
#ifdef _WIN32
  PROCESS_MEMORY_COUNTERS counters{};
  K32GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters);
  return counters.WorkingSetSize;
#else
#ifdef __linux__
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    unsigned long all = 0, resident = 0;
    const int read = std::fscanf(file, "%lu %lu", &all, &resident);
    std::fclose(file);
    if (read == 2) return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  }
#endif
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<std::size_t>(usage.ru_maxrss);
#else
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
#endif
#endif
}

// Whether what is full at `room` will be so before the limits are looked at again.
inline bool grows_soon(std::size_t size, std::size_t room) { return size + size / 8 + 4096 > room; }

// What a vector that is nearly full takes in addition while its contents move to a larger place.
template <class Vector>
std::size_t bytes_ahead(const Vector& vector) {
  const bool soon = !vector.empty() && grows_soon(vector.size(), vector.capacity());
  return soon ? vector.capacity() * sizeof(typename Vector::value_type) : 0;
}

}  // namespace hazard
