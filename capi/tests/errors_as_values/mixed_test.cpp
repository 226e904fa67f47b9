// A program of which only a part was compiled with -fno-exceptions (without_exceptions.cpp). Both parts compute with
// the same type of predicate, so that the linker sees the same templates twice: it must not take the part that cannot
// catch for the part whose predicate throws.
#include "mixed.hpp"

#include "check.h"
#include "forcedsplit/forced_split_levels.hpp"

namespace {

void an_exception_arrives_in_the_part_that_has_them() {
  const HostInside throws = [](std::size_t, std::size_t) -> bool { throw 42; };
  const auto caught_from = [](auto&& call) {
    try {
      call();
    } catch (int number) {
      return number;
    }
    return 0;
  };
  CHECK_INT(caught_from([&] { forcedsplit::compute(asking_graph(), throws); }), 42);
  CHECK_INT(caught_from([&] { forcedsplit::explain(asking_graph(), 1, throws); }), 42);
  CHECK_INT(caught_from([&] { forcedsplit::Session(asking_graph(), throws); }), 42);
  forcedsplit::Session session(asking_graph(), HostInside([](std::size_t, std::size_t) { return true; }));
  session.ask_again(1, 0);
  CHECK_INT(caught_from([&] { session.update(throws); }), 42);
}

void both_parts_compute() {
  const HostInside yes = [](std::size_t, std::size_t) { return true; };
  CHECK_INT(forcedsplit::compute(asking_graph(), yes).max_pass(), 1);
  CHECK_INT(max_pass_without_exceptions(yes), 1);
  CHECK_INT(forcedsplit::explain(asking_graph(), 1, yes)->level, 1);
  CHECK_INT(level_without_exceptions(yes), 1);
  CHECK_INT(forcedsplit::Session(asking_graph(), yes).update(yes).max_pass(), 1);
  CHECK_INT(max_pass_of_an_update_without_exceptions(yes), 1);
}

}  // namespace

int main() {
  RUN(both_parts_compute);
  RUN(an_exception_arrives_in_the_part_that_has_them);
  return check_done();
}
