// A program of which only a part was compiled with -fno-exceptions (without_exceptions.cpp). Both parts compute with
// the same type of predicate, so that the linker sees the same templates twice: it must not take the part that cannot
// catch for the part whose predicate throws.
#include "mixed.hpp"

#include "check.h"
#include "forcedsplit/forced_split_levels.hpp"

namespace {

void an_exception_arrives_in_the_part_that_has_them() {
  const HostInside throws = [](std::size_t, std::size_t) -> bool { throw 42; };
  int caught = 0;
  try {
    forcedsplit::compute(asking_graph(), throws);
  } catch (int number) {
    caught = number;
  }
  CHECK_INT(caught, 42);
}

void both_parts_compute() {
  const HostInside yes = [](std::size_t, std::size_t) { return true; };
  CHECK_INT(forcedsplit::compute(asking_graph(), yes).max_pass(), 1);
  CHECK_INT(max_pass_without_exceptions(yes), 1);
}

}  // namespace

int main() {
  RUN(both_parts_compute);
  RUN(an_exception_arrives_in_the_part_that_has_them);
  return check_done();
}
