// The conformance suite through C++, from the file that conformancedump writes (its main.go says how) and that the test
// program is told as FORCEDSPLIT_CONFORMANCE_DUMP when it is compiled. Of every answer both is compared: its JSON, and
// its fields.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using Ids = std::vector<std::uint64_t>;
using HostInside = std::function<bool(std::size_t, std::size_t)>;

template <typename T>
std::vector<T> read_all(std::istream& in) {
  return std::vector<T>(std::istream_iterator<T>(in), std::istream_iterator<T>());
}

std::string unhex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// What is left of a line, behind the blank.
std::string rest_of(std::istream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  return rest;
}

struct Outcome {
  std::string status, line;
  Ids values;
};

struct Query {
  std::string kind;
  std::vector<std::string> arguments;
  Outcome expected;
};

struct Case {
  std::string name, graph;
  HostInside inside;
  std::vector<Query> queries;
};

HostInside answering(const Ids& readers_and_sources) {
  std::set<std::pair<std::size_t, std::size_t>> yes;
  for (std::size_t i = 0; i + 1 < readers_and_sources.size(); i += 2) {
    yes.emplace(readers_and_sources[i], readers_and_sources[i + 1]);
  }
  return [yes](std::size_t reader, std::size_t source) { return yes.count({reader, source}) != 0; };
}

void read_line(const std::string& word, std::istream& rest, std::vector<Case>& cases) {
  if (word == "case") {
    cases.push_back({rest_of(rest), {}, {}, {}});
    return;
  }
  Case& c = cases.back();
  if (word == "graph") {
    c.graph = unhex(rest_of(rest));
  } else if (word == "inside") {
    c.inside = answering(read_all<std::uint64_t>(rest));
  } else if (word == "query") {
    Query query;
    rest >> query.kind;
    query.arguments = read_all<std::string>(rest);
    c.queries.push_back(query);
  } else if (word == "answer") {
    c.queries.back().expected = {"FSL_OK", rest_of(rest), {}};
  } else if (word == "error") {
    Outcome& expected = c.queries.back().expected;
    rest >> expected.status;
    expected.values = read_all<std::uint64_t>(rest);
  } else {
    throw std::runtime_error("the dump has a line of another kind: " + word);
  }
}

std::vector<Case> read_cases(const char* path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream rest(line);
    rest >> word;
    read_line(word, rest, cases);
  }
  return cases;
}

// The lines, made of the fields alone.

std::string number(std::uint64_t value) { return std::to_string(value); }
std::string number(std::int32_t value) { return std::to_string(value); }

/// "[first,second]" of what `text` makes of count elements.
template <typename T, typename Text>
std::string list(std::size_t count, const T* elements, Text text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + text(elements[i]);
  return "[" + all + "]";
}

std::string list(std::size_t count, const std::uint64_t* values) {
  return list(count, values, [](std::uint64_t value) { return number(value); });
}

std::string list(Ids values) {
  std::sort(values.begin(), values.end());
  return list(values.size(), values.data());
}

const char* truth(std::int32_t value) { return value != 0 ? "true" : "false"; }

template <typename Edge>
std::string edge(const Edge& e) {
  constexpr std::array<const char*, 3> reasons{"plain", "carried", "reduction, inside the loop"};
  return "{\"reader\":" + number(e.reader) + ",\"operand\":" + number(e.operand) + ",\"reason\":\"" +
         reasons.at(e.reason) + "\"";
}

std::string line_of(const fsl_explanation& e) {
  constexpr std::array<const char*, 3> lifts{"none", "lifted", "held"};
  const std::string chain = list(e.chain_count, e.chain, [](const fsl_link& link) { return edge(link) + "}"; });
  return "{\"value\":" + number(e.value) + ",\"listed\":" + truth(e.listed) + ",\"pass\":" + number(e.pass) +
         ",\"level\":" + number(e.level) + ",\"chain\":" + chain + ",\"lift\":\"" + lifts.at(e.lift) +
         "\",\"by\":" + (e.lift == FSL_LIFT_NONE ? "null" : number(e.lift_reader)) + "}";
}

std::string line_of(const fsl_verdict& v) {
  const std::string violations = list(v.violation_count, v.violations, [](const fsl_violation& violation) {
    return edge(violation) + ",\"reader_pass\":" + number(violation.reader_pass) +
           ",\"operand_pass\":" + number(violation.operand_pass) + "}";
  });
  const std::string differing = list(v.difference_count, v.differences, [](const fsl_difference& difference) {
    return "{\"value\":" + number(difference.value) + ",\"given\":" + number(difference.given) +
           ",\"expected\":" + number(difference.expected) + "}";
  });
  return std::string("{\"legal\":") + truth(v.legal) + ",\"assignment\":" + truth(v.assignment) +
         ",\"violations\":" + violations + ",\"differing\":" + differing + "}";
}

std::string nests_of(const fsl_split& s) {
  std::string nests;
  for (std::size_t i = 0; i < s.stage_count; ++i) {
    const fsl_stage& stage = s.stages[i];
    if (i == 0 || s.stages[i - 1].nest != stage.nest) {
      nests += std::string(i == 0 ? "" : "]},") + "{\"nest\":" + std::to_string(stage.nest) + ",\"passes\":[";
    } else {
      nests += ",";
    }
    nests += "{\"pass\":" + number(stage.pass) + ",\"values\":" + list(stage.value_count, stage.values) + "}";
  }
  return "[" + nests + (nests.empty() ? "]" : "]}]");
}

std::string line_of(const fsl_split& s) {
  const auto place = [](std::uint64_t value, std::uint32_t nest) {
    return "{\"value\":" + number(value) + ",\"nest\":" + std::to_string(nest);
  };
  const std::string materialized = list(s.materialized_count, s.materialized, [&](const fsl_materialized& kept) {
    return place(kept.value, kept.nest) + ",\"pass\":" + number(kept.pass) +
           ",\"bytes\":" + (s.has_sizes != 0 ? number(kept.bytes) : "null") +
           ",\"readers\":" + list(kept.reader_count, kept.readers) + "}";
  });
  const std::string conflicts = list(s.conflict_count, s.conflicts, [&](const fsl_conflict& conflict) {
    return place(conflict.value, conflict.nest) + ",\"loop\":" + number(conflict.loop) +
           ",\"readers\":" + list(conflict.reader_count, conflict.readers) + "}";
  });
  const std::string boundaries = list(s.boundary_count, s.boundaries, [](const fsl_boundary& boundary) {
    return "{\"after\":" + number(boundary.after) + ",\"values\":" + std::to_string(boundary.value_count) +
           ",\"bytes\":" + number(boundary.bytes) + "}";
  });
  return "{\"nests\":" + nests_of(s) + ",\"materialized\":" + materialized + ",\"conflicts\":" + conflicts +
         ",\"boundaries\":" + (s.has_sizes != 0 ? boundaries : "null") + "}";
}

std::string line_of(const fsl_stats& s) {
  return "{\"values\":" + number(s.values) + ",\"edges\":" + number(s.edges) + ",\"questions\":" + number(s.questions) +
         ",\"yes\":" + number(s.yes) + ",\"longest_chain\":" + number(s.longest_chain) +
         ",\"lifted\":" + number(s.lifted) + ",\"pinned\":" + number(s.pinned) +
         ",\"values_per_pass\":" + list(s.pass_count, s.values_per_pass) + "}";
}

/// What fslevels prints, but for the graph's name, which Levels do not know.
std::string line_of(const forcedsplit::Levels& levels) {
  std::vector<std::pair<std::uint64_t, int>> passes;
  Ids carried;
  Ids pinned;
  for (std::size_t v = 0; v < levels.size(); ++v) {
    const std::uint64_t id = levels.id_at(v);
    if (levels.passes()[v] != FSL_PASS_ABSENT) passes.emplace_back(id, levels.pass(id));
    if (levels.is_carried(id)) carried.push_back(id);
    if (levels.is_pinned(id)) pinned.push_back(id);
  }
  std::sort(passes.begin(), passes.end());
  const std::string pass_of = list(passes.size(), passes.data(), [](const std::pair<std::uint64_t, int>& value) {
    return "[" + number(value.first) + "," + number(value.second) + "]";
  });
  return "\"max_pass\":" + number(levels.max_pass()) + ",\"pass_of\":" + pass_of + ",\"carried\":" + list(carried) +
         ",\"pinned\":" + list(pinned) + "}";
}

template <typename T>
Outcome failed(const forcedsplit::Result<T>& result) {
  return {fsl_status_name(result.error().status()), {}, result.error().values()};
}

Outcome outcome(const Query&, const forcedsplit::Result<forcedsplit::Levels>& result) {
  return result ? Outcome{"FSL_OK", line_of(*result), {}} : failed(result);
}

template <typename T>
Outcome outcome(const Query& query, const forcedsplit::Result<T>& result) {
  if (!result) return failed(result);
  EXPECT_EQ(line_of(**result), query.expected.line) << "by its fields";
  return {"FSL_OK", std::string((*result)->json, (*result)->json_size), {}};
}

Outcome ask(const Case& c, const Query& query) {
  const std::string first = query.arguments.empty() ? "" : query.arguments.front();
  if (query.kind == "levels") return outcome(query, forcedsplit::try_compute(c.graph, c.inside));
  if (query.kind == "budget")
    return outcome(query, forcedsplit::try_compute_within(c.graph, std::stoull(first), c.inside));
  if (query.kind == "explain") return outcome(query, forcedsplit::try_explain(c.graph, std::stoull(first), c.inside));
  if (query.kind == "explain_pass")
    return outcome(query, forcedsplit::try_explain_pass(c.graph, std::stoi(first), c.inside));
  if (query.kind == "split") return outcome(query, forcedsplit::try_split_report(c.graph, c.inside));
  if (query.kind == "stats") return outcome(query, forcedsplit::try_stats(c.graph, c.inside));
  if (query.kind != "verify") throw std::runtime_error("a query of another kind: " + query.kind);
  std::vector<std::int32_t> passes;
  for (const std::string& pass : query.arguments) passes.push_back(std::stoi(pass));
  return outcome(query, forcedsplit::try_verify(c.graph, passes, c.inside));
}

TEST(Conformance, EveryAnswerIsTheSuites) {
  const std::vector<Case> cases = read_cases(FORCEDSPLIT_CONFORMANCE_DUMP);
  ASSERT_FALSE(cases.empty());
  for (const Case& c : cases) {
    for (const Query& query : c.queries) {
      SCOPED_TRACE(c.name + ": " + query.kind);
      Outcome expected = query.expected;
      if (query.kind == "levels" || query.kind == "budget") {
        const std::size_t behind_the_name = expected.line.find("\"max_pass\":");
        if (behind_the_name != std::string::npos) expected.line.erase(0, behind_the_name);
      }
      const Outcome got = ask(c, query);
      EXPECT_EQ(got.status, expected.status);
      EXPECT_EQ(got.line, expected.line);
      EXPECT_EQ(got.values, expected.values);
    }
  }
}

}  // namespace
