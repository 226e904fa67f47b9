// The limit: the best C++ that we know how to write, hand-tuned, over columns in memory, without a check, into memory
// that is there already. What the library takes beyond it is what a guest must do: look before it trusts, bring its own
// memory, keep to the boundary.
//
// Rows go through their first and last element without a branch, since nearly all have one or two: what the processor
// cannot guess is what costs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "columns.hpp"

namespace bench {

// What both ways share: the answer, and the steps of one value.
class Scan {
 public:
  std::vector<std::int32_t> passes;  // -1 where there is no legality cell
  std::vector<std::uint8_t> flags;   // kCarried, kPinned

  static constexpr std::uint8_t kCarried = 1;
  static constexpr std::uint8_t kPinned = 2;

 protected:
  static constexpr std::uint8_t kReduces = 4;
  static constexpr std::uint8_t kUnlisted = 8;
  static constexpr std::uint32_t kNoReader = ~std::uint32_t{0};  // one less than 0

  std::vector<std::uint32_t> least;  // by position: the least pass among the readers seen so far

  void resize(std::size_t count) {
    passes.resize(count);
    flags.resize(count);
    least.resize(count);
  }

  // Whether any value may have to be asked about: counted without a branch, over a column of bytes.
  static bool reduces(Columns const& g) {
    auto const reduction = static_cast<std::uint8_t>(Role::Reduction);
    return std::count(g.axis_roles.begin(), g.axis_roles.end(), reduction) != 0;
  }

  static std::uint8_t flags_of(Columns const& g, std::uint32_t v) {
    static constexpr std::uint8_t kFlags[16] = {0, 0, 4, 4, 3, 3, 3, 3, 0, 0, 4, 4, 3, 3, 3, 3};
    std::uint32_t const begin = g.axis_offsets[v];
    std::uint32_t const end = g.axis_offsets[v + 1];
    unsigned roles = 0;
    if (begin < end) {
      roles = 1U << g.axis_roles[begin] | 1U << g.axis_roles[end - 1];
      for (std::uint32_t a = begin + 1; a + 1 < end; ++a) roles |= 1U << g.axis_roles[a];
    }
    return kFlags[roles];
  }

  // Calls visit(operand) for the first, the last and those between; the first twice if it is the only one.
  template <class Visit>
  static void for_operands(Columns const& g, std::uint32_t v, Visit&& visit) {
    std::uint32_t const begin = g.operand_offsets[v];
    std::uint32_t const end = g.operand_offsets[v + 1];
    if (begin == end) return;
    visit(g.operands[begin]);
    visit(g.operands[end - 1]);
    for (std::uint32_t e = begin + 1; e + 1 < end; ++e) visit(g.operands[e]);
  }

  // Until the backward sweep, passes hold what readers start from: level + 1 of a carried value, else level.
  void forward(Columns const& g, std::uint32_t v) {
    std::int32_t level = 0;
    for_operands(g, v, [&](std::uint32_t o) { level = std::max(level, passes[o]); });
    passes[v] = level + (flags[v] & kCarried);
  }

  template <class Inside>
  void forward_asking(Columns const& g, std::uint32_t v, Inside const& inside) {
    std::int32_t level = 0;
    for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
      std::uint32_t const o = g.operands[e];
      std::int32_t from = passes[o];
      if ((flags[o] & kReduces) != 0 && inside(v, o)) {
        flags[o] |= kPinned;
        ++from;
      }
      level = std::max(level, from);
    }
    passes[v] = level + (flags[v] & kCarried);
  }

  std::int32_t backward(Columns const& g, std::uint32_t v) {
    std::uint8_t const f = flags[v];
    std::uint32_t const level = static_cast<std::uint32_t>(passes[v]) - (f & kCarried);
    std::uint32_t const pinned = -static_cast<std::uint32_t>((f & kPinned) >> 1);
    std::uint32_t const pass = std::max(level + 1, (least[v] + 1) & ~pinned) - 1;
    for_operands(g, v, [&](std::uint32_t o) { least[o] = std::min(least[o], pass); });
    flags[v] = f & (kCarried | kPinned);
    return passes[v] = static_cast<std::int32_t>(pass | -static_cast<std::uint32_t>((f & kUnlisted) >> 3));
  }
};

// For positions in dependency order.
struct DoubleScan : Scan {
  template <class Inside>
  int operator()(Columns const& g, Inside const& inside) {
    resize(g.count);
    bool const asks = reduces(g);
    for (std::uint32_t v = 0; v < g.count; ++v) {
      flags[v] = flags_of(g, v);
      least[v] = kNoReader;
      if (asks) {
        forward_asking(g, v, inside);
      } else {
        forward(g, v);
      }
    }
    for (std::uint32_t v : g.unclassified) flags[v] |= kUnlisted;
    int max_pass = 0;
    for (std::uint32_t v = g.count; v-- > 0;) max_pass = std::max(max_pass, backward(g, v));
    return max_pass;
  }
};

// For any positions: Kahn's sort against the edges, which needs no column of readers, then the scans along it.
struct SortAndScans : Scan {
  template <class Inside>
  int operator()(Columns const& g, Inside const& inside) {
    resize(g.count);
    bool const asks = reduces(g);
    for (std::uint32_t v = 0; v < g.count; ++v) flags[v] = flags_of(g, v);
    for (std::uint32_t v : g.unclassified) flags[v] |= kUnlisted;
    sort(g);
    for (std::uint32_t i = g.count; i-- > 0;) {
      std::uint32_t const v = readers_first[i];
      least[v] = kNoReader;
      if (asks) {
        forward_asking(g, v, inside);
      } else {
        forward(g, v);
      }
    }
    int max_pass = 0;
    for (std::uint32_t i = 0; i < g.count; ++i) max_pass = std::max(max_pass, backward(g, readers_first[i]));
    return max_pass;
  }

 private:
  std::vector<std::uint32_t> readers_first;  // and two spare elements, written and never read

  // Puts a value behind the last one if none of its readers is left out; without a branch.
  void sort(Columns const& g) {
    std::vector<std::uint32_t>& readers_left = least;
    std::fill(readers_left.begin(), readers_left.end(), 0);
    for (std::uint32_t o : g.operands) ++readers_left[o];
    readers_first.resize(g.count + std::size_t{2});
    std::uint32_t size = 0;
    auto const append_if_ready = [&](std::uint32_t v, std::uint32_t counts) {
      readers_first[size] = v;
      size += (readers_left[v] == 0 ? 1 : 0) & counts;
    };
    for (std::uint32_t v = 0; v < g.count; ++v) append_if_ready(v, 1);
    for (std::uint32_t i = 0; i < size; ++i) {
      std::uint32_t const begin = g.operand_offsets[readers_first[i]];
      std::uint32_t const end = g.operand_offsets[readers_first[i] + 1];
      if (begin == end) continue;
      std::uint32_t const more = end - begin > 1 ? 1 : 0;
      --readers_left[g.operands[begin]];
      append_if_ready(g.operands[begin], 1);
      readers_left[g.operands[end - 1]] -= more;
      append_if_ready(g.operands[end - 1], more);
      for (std::uint32_t e = begin + 1; e + 1 < end; ++e) {
        --readers_left[g.operands[e]];
        append_if_ready(g.operands[e], 1);
      }
    }
  }
};

}  // namespace bench
