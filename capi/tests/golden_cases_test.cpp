// The golden cases through C++, from the file that goldendump writes (its main.go says how) and that the test program
// is told as FORCEDSPLIT_GOLDEN_DUMP when it is compiled.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

struct Golden {
  std::string name, graph;
  bool has_loop_facts, is_cyclic;
  std::set<std::pair<std::size_t, std::size_t>> inside;
  Pairs asked, passes;
  std::vector<std::uint64_t> carried, pinned;
  std::uint64_t max_pass;
};

class DumpReader {
 public:
  explicit DumpReader(const char* path) : file_(path, std::ios::binary) {
    if (!file_) throw std::runtime_error(std::string("cannot read ") + path);
  }

  std::uint64_t word() {
    std::uint64_t result = 0;
    file_.read(reinterpret_cast<char*>(&result), sizeof(result));
    if (!file_) throw std::runtime_error("the dump ends too early");
    return result;
  }

  std::string bytes() {
    const std::size_t size = word();
    std::string result((size + 7) / 8 * 8, '\0');
    if (!file_.read(result.data(), static_cast<std::streamsize>(result.size()))) {
      throw std::runtime_error("the dump ends too early");
    }
    result.resize(size);
    return result;
  }

  std::vector<std::uint64_t> words() {
    std::vector<std::uint64_t> result(word());
    for (std::uint64_t& element : result) element = word();
    return result;
  }

  Pairs pairs() {
    Pairs result(word());
    for (auto& [first, second] : result) {
      first = word();
      second = word();
    }
    return result;
  }

  Golden golden() {
    Golden g;
    g.name = bytes();
    g.graph = bytes();
    g.has_loop_facts = word() != 0;
    g.is_cyclic = word() != 0;
    for (const auto& pair : pairs()) g.inside.insert(pair);
    g.asked = pairs();
    g.carried = words();
    g.pinned = words();
    g.passes = pairs();
    g.max_pass = word();
    return g;
  }

 private:
  std::ifstream file_;
};

void expect_golden(const forcedsplit::Levels& levels, const Golden& golden) {
  std::map<std::size_t, int> passes;
  for (const auto& [id, pass] : golden.passes) passes[id] = static_cast<int>(pass);
  const forcedsplit::ForcedSplitLevels all = levels.to_struct();
  EXPECT_EQ((std::map<std::size_t, int>(all.pass_of.begin(), all.pass_of.end())), passes);
  EXPECT_EQ(all.max_pass, static_cast<int>(golden.max_pass));
  EXPECT_EQ(all.carried, std::unordered_set<std::size_t>(golden.carried.begin(), golden.carried.end()));
  EXPECT_EQ(all.pinned, std::unordered_set<std::size_t>(golden.pinned.begin(), golden.pinned.end()));
  for (const auto& [id, pass] : passes) EXPECT_EQ(levels.pass(id), pass);
}

void check(const Golden& golden) {
  Pairs asked;
  const auto inside = [&](std::size_t reader, std::size_t source) {
    asked.push_back({reader, source});
    return golden.inside.count({reader, source}) != 0;
  };
  if (golden.is_cyclic) {
    try {
      forcedsplit::compute(golden.graph, inside);
      ADD_FAILURE() << "no error";
    } catch (const forcedsplit::Error& error) {
      EXPECT_EQ(error.status(), FSL_ERROR_CYCLE);
      EXPECT_FALSE(error.values().empty());
    }
    return;
  }
  expect_golden(forcedsplit::compute(golden.graph, inside), golden);
  EXPECT_EQ(asked, golden.asked);
  if (golden.has_loop_facts) expect_golden(forcedsplit::compute(golden.graph), golden);

  forcedsplit::Session session(golden.graph, inside);
  expect_golden(session.levels(), golden);
  for (const auto& [reader, source] : golden.asked) session.ask_again(reader, source);
  asked.clear();
  EXPECT_TRUE(session.update(inside).empty());
  EXPECT_EQ(asked, golden.asked);
  expect_golden(session.levels(), golden);
}

TEST(GoldenCases, AllPass) {
  DumpReader dump(FORCEDSPLIT_GOLDEN_DUMP);
  const std::uint64_t count = dump.word();
  ASSERT_GT(count, 0u);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Golden golden = dump.golden();
    SCOPED_TRACE(golden.name);
    check(golden);
  }
}

}  // namespace
