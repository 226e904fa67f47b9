/// compute.hpp - forcedsplit::compute(), compute_within() and their try_ forms: a graph's bytes in, Levels out.
#ifndef FORCEDSPLIT_COMPUTE_HPP
#define FORCEDSPLIT_COMPUTE_HPP

#include <cstddef>

#include "forcedsplit/call.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/levels.hpp"
#include "forcedsplit/predicate.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {

/// Computes the levels of a graph.
///   bytes   an FSLG FlatBuffer: anything with data() and size() and elements of one byte, such as Graph,
///           std::vector<std::byte>, std::string_view. Read during the call only; any alignment.
///   inside  inside(reader, source): is `reader` produced inside a loop instance that `source` reduces over? Any
///           callable that takes two ids as std::size_t and returns what converts to bool; it may change its own state
///           and need not be copyable. Called on this thread, during the call, once for each edge that SPEC, Input
///           says, in ascending order of positions; it may call this library. It wins over loop facts. Left out, or
///           holding nothing (an empty std::function, nullptr), it is not given: then loop facts answer, or the graph
///           has no question to ask.
/// Gives the Levels, or an Error with any status that fsl_levels_create names (SPEC, Bad input). May be called from any
/// thread.
/// Errors as values are the library's own. What inside throws is the host's, and comes out of this call as an
/// exception: the same object; no question is asked after it. Under -fno-exceptions inside must not throw: an exception
/// out of code that it calls ends in std::terminate, before it can reach a frame of the library.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Levels> try_compute(const Bytes& bytes, Inside&& inside = nullptr) {
  return detail::called_with<Levels, fsl_levels, HostGuard>(detail::args_of(bytes), inside, fsl_levels_create);
}

/// The same within a budget: FSL_ERROR_TOO_MANY_PASSES where more than max_passes would be needed, with the values of
/// the chain that forces the first pass beyond. 0 is no budget.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Levels> try_compute_within(const Bytes& bytes, std::size_t max_passes, Inside&& inside = nullptr) {
  fsl_levels_args args = detail::args_of(bytes);
  args.max_passes = max_passes;
  return detail::called_with<Levels, fsl_levels, HostGuard>(args, inside, fsl_levels_create);
}

#ifdef __cpp_exceptions

/// try_compute() that throws its Error, and what inside throws. Not declared under -fno-exceptions.
template <typename Bytes, typename Inside = std::nullptr_t>
Levels compute(const Bytes& bytes, Inside&& inside = nullptr) {
  return try_compute(bytes, inside).value();
}

/// try_compute_within() that throws likewise.
template <typename Bytes, typename Inside = std::nullptr_t>
Levels compute_within(const Bytes& bytes, std::size_t max_passes, Inside&& inside = nullptr) {
  return try_compute_within(bytes, max_passes, inside).value();
}

#endif

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_COMPUTE_HPP
