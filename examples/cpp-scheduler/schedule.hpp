/// The types that this scheduler had before it met forcedsplit. None of them is known to the library:
/// forced_split_levels takes them by their shape.
#ifndef CPP_SCHEDULER_SCHEDULE_HPP
#define CPP_SCHEDULER_SCHEDULE_HPP

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace scheduler {

/// What a batch loop over an axis means to a value; of the first three the later is the stronger.
enum class AxisRole { LoopLocal, Reduction, LoopCarried, LoopInvariant };

/// One value of the schedule. Its id is its position in RichSchedule::cells.
struct ValueCell {
  std::size_t hash;
  std::string name;
};

struct RichSchedule {
  std::vector<ValueCell> cells;
};

/// One axis of a value, and the loop instance that realizes it (an index into LoopChain's loops, kUnresolved if none).
struct AxisLegality {
  std::string space;
  AxisRole role;
  int loop;
};
inline constexpr int kUnresolved = -1;

/// Which batch loops are legal around one value, found by its hash.
struct LegalityCell {
  std::size_t hash;
  std::vector<AxisLegality> per_axis;
};

struct Legality {
  std::vector<LegalityCell> cells;
};

/// Who reads whom, by value id.
struct DependencyGraph {
  std::unordered_map<std::size_t, std::size_t> value_id_of;  // by hash
  std::unordered_map<std::size_t, std::vector<std::size_t>> depends_on;
  std::unordered_map<std::size_t, std::vector<std::size_t>> consumers_of;
};

/// One realized batch loop.
struct Loop {
  std::string space;
  int slot;
  unsigned nest;
};

/// Everything that the scheduler knows before it splits nests.
struct Problem {
  std::string name;
  RichSchedule rich;
  Legality legality;
  DependencyGraph dep_graph;
  std::vector<Loop> loops;  // outermost first
};

}  // namespace scheduler

#endif  // CPP_SCHEDULER_SCHEDULE_HPP
