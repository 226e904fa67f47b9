// The predicate of all competitors, and the pairs that it is asked about.
#pragma once

#include <utility>

#include "columns.hpp"

namespace bench {

// Next to nothing, so that what a question costs is the asking; of a type of its own, so that it can be inlined.
inline constexpr auto inside = [](std::size_t reader, std::size_t source) { return ((reader ^ source) & 3) == 0; };

inline std::int32_t inside_for_c(void*, std::uint64_t reader, std::uint64_t source) { return inside(reader, source); }

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// The distinct edges to values that are a Reduction on some axis and LoopCarried on none.
inline Pairs questions_of(Columns const& g) {
  std::vector<bool> asks(g.count);
  for (std::uint32_t v = 0; v < g.count; ++v) {
    auto const begin = g.axis_roles.begin() + g.axis_offsets[v], end = g.axis_roles.begin() + g.axis_offsets[v + 1];
    auto const has = [&](Role role) { return std::find(begin, end, static_cast<std::uint8_t>(role)) != end; };
    asks[v] = has(Role::Reduction) && !has(Role::LoopCarried);
  }
  Pairs pairs;
  for (std::uint32_t v = 0; v < g.count; ++v) {
    auto const first = static_cast<std::ptrdiff_t>(pairs.size());
    for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
      if (asks[g.operands[e]]) pairs.emplace_back(v, g.operands[e]);
    }
    std::sort(pairs.begin() + first, pairs.end());
    pairs.erase(std::unique(pairs.begin() + first, pairs.end()), pairs.end());
  }
  return pairs;
}

// The bytes of a graph whose reductions have become LoopLocal: there is nothing to ask about.
inline std::vector<std::uint8_t> without_questions(Graph const& graph) {
  std::vector<std::uint8_t> bytes = graph.bytes;
  bool const plain = fslg::GraphBufferHasIdentifier(bytes.data());
  auto const* const roles =
      (plain ? fslg::GetGraph(bytes.data()) : fslg::GetSizePrefixedGraph(bytes.data()))->axis_roles();
  std::uint8_t* const begin = bytes.data() + (roles->Data() - bytes.data());
  std::replace(begin, begin + roles->size(), static_cast<std::uint8_t>(Role::Reduction),
               static_cast<std::uint8_t>(Role::LoopLocal));
  return bytes;
}

}  // namespace bench
