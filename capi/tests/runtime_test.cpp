// configure_runtime: what fsl_runtime_configure does is tested in C; here, that every option and every error crosses.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::configure_runtime;
using forcedsplit::RuntimeOptions;

std::string refusal(const RuntimeOptions& options) {
  try {
    configure_runtime(options);
  } catch (const forcedsplit::Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_INVALID_ARGUMENT);
    return error.what();
  }
  return "not refused";
}

void compute_something() {
  forcedsplit::GraphBuilder builder;
  builder.add_value(0, {});
  EXPECT_EQ(forcedsplit::compute(builder.finish()).pass(0), 0);
}

TEST(RuntimeTest, EveryOptionIsCheckedByName) {
  RuntimeOptions options;
  options.max_threads = -1;
  EXPECT_NE(refusal(options).find("options.max_threads is -1,"), std::string::npos);
  options = {};
  options.gc_percent = -2;
  EXPECT_NE(refusal(options).find("options.gc_percent is -2,"), std::string::npos);
  options = {};
  options.memory_limit = -3;
  EXPECT_NE(refusal(options).find("options.memory_limit is -3,"), std::string::npos);
}

TEST(RuntimeTest, OptionsComeTooLateAfterTheFirstComputation) {
  compute_something();
  EXPECT_NE(refusal({}).find("in use"), std::string::npos);
}

TEST(RuntimeDeathTest, OptionsAreSetBeforeTheFirstComputation) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process that begins anew, and has not computed
  const auto set_and_compute = [] {
    RuntimeOptions options;
    options.max_threads = 2;
    options.gc_percent = 50;
    options.memory_limit = std::int64_t{1} << 30;
    configure_runtime(options);
    configure_runtime({});
    compute_something();
    std::exit(HasFailure() ? 1 : 0);
  };
  EXPECT_EXIT(set_and_compute(), testing::ExitedWithCode(0), "");
}

}  // namespace
