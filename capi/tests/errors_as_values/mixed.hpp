// What both parts of the mixed program share.
#ifndef FORCEDSPLIT_TESTS_MIXED_HPP
#define FORCEDSPLIT_TESTS_MIXED_HPP

#include <cstddef>
#include <functional>

#include "forcedsplit/graph.hpp"

using HostInside = std::function<bool(std::size_t, std::size_t)>;

/// 1 reads 0, which is reduced: one question.
forcedsplit::Graph asking_graph();

/// The largest pass of asking_graph(), -1 for an error.
int max_pass_without_exceptions(const HostInside& inside);

/// The level of value 1 in asking_graph(), -1 for an error.
int level_without_exceptions(const HostInside& inside);

/// The largest pass that a session of asking_graph() tells after having asked again, -1 for an error.
int max_pass_of_an_update_without_exceptions(const HostInside& inside);

#endif  // FORCEDSPLIT_TESTS_MIXED_HPP
