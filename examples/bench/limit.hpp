// The limit: a plain double scan over columns in dependency order, without checks, for graphs without questions.
#pragma once

#include <climits>

#include "graphs.hpp"

namespace bench {

struct Scan {
  std::vector<std::int32_t> passes, least_reader;
  std::vector<std::uint8_t> pinned;

  int operator()(Columns const& g) {
    passes.resize(g.count);
    least_reader.resize(g.count);
    pinned.resize(g.count);
    for (std::uint32_t v = 0; v < g.count; ++v) {
      std::uint8_t carried = 0;
      for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
        carried |= g.axis_roles[a] == static_cast<std::uint8_t>(Role::LoopCarried) ? 1 : 0;
      }
      std::int32_t level = 0;
      for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
        level = std::max(level, passes[g.operands[e]]);
      }
      pinned[v] = carried;
      passes[v] = level + carried;  // what its readers start from
      least_reader[v] = INT_MAX;
    }
    int max_pass = 0;
    for (std::uint32_t v = g.count; v-- > 0;) {
      std::int32_t pass = passes[v] - pinned[v];
      if (pinned[v] == 0 && least_reader[v] != INT_MAX) pass = std::max(pass, least_reader[v]);
      passes[v] = pass;
      max_pass = std::max(max_pass, pass);
      for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
        least_reader[g.operands[e]] = std::min(least_reader[g.operands[e]], pass);
      }
    }
    return max_pass;
  }
};

}  // namespace bench
