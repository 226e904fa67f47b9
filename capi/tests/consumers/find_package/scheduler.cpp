// A stranger's program: builds a graph, asks for its passes, prints them with the library's version.
#include <forcedsplit/forcedsplit.h>

#include <cstdio>
#include <forcedsplit/forced_split_levels.hpp>

int main() {
  forcedsplit::GraphBuilder builder;
  builder.add_value(7, {forcedsplit::Role::LoopCarried});
  builder.add_value(9, {});
  builder.add_operand(9, 7);
  const auto levels = forcedsplit::compute(builder.finish());
  std::printf("%s: pass %d, pass %d\n", fsl_version_string(), levels.pass(7), levels.pass(9));
  return 0;
}
