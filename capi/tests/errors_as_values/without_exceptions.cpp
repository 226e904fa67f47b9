// The part of the mixed program that is compiled with -fno-exceptions.
#include "forcedsplit/forced_split_levels.hpp"
#include "mixed.hpp"

forcedsplit::Graph asking_graph() {
  forcedsplit::GraphBuilder builder;
  builder.add_value(0, {forcedsplit::Role::Reduction});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  return *builder.try_finish();
}

int max_pass_without_exceptions(const HostInside& inside) {
  const auto levels = forcedsplit::try_compute(asking_graph(), inside);
  return levels ? levels->max_pass() : -1;
}

int level_without_exceptions(const HostInside& inside) {
  const auto explanation = forcedsplit::try_explain(asking_graph(), 1, inside);
  return explanation ? (*explanation)->level : -1;
}

int max_pass_of_an_update_without_exceptions(const HostInside& inside) {
  auto session = forcedsplit::Session::try_open(asking_graph(), inside);
  if (!session || session->try_ask_again(1, 0)) return -1;
  const auto changes = session->try_update(inside);
  return changes ? changes->max_pass() : -1;
}
