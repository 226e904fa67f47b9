/// compute.hpp - forcedsplit::compute() and try_compute(): a graph's bytes in, Levels out.
#ifndef FORCEDSPLIT_COMPUTE_HPP
#define FORCEDSPLIT_COMPUTE_HPP

#include <memory>
#include <type_traits>

#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/levels.hpp"
#include "forcedsplit/predicate.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {
namespace detail {

inline Result<Levels> create(const fsl_levels_args& args) {
  fsl_levels* levels = nullptr;
  fsl_error* error = nullptr;
  const fsl_status status = fsl_levels_create(&args, &levels, &error);
  const std::unique_ptr<fsl_error, ErrorDestroyer> owned_error(error);
  if (status != FSL_OK) return error_of(status, error);
  return Levels::adopt(levels);
}

template <typename Bytes>
fsl_levels_args args_of(const Bytes& bytes) noexcept {
  static_assert(sizeof(*bytes.data()) == 1, "a graph is a container of bytes");
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = bytes.data();
  args.graph_size = bytes.size();
  return args;
}

template <typename HostGuard, typename Inside>
Result<Levels> create_with(fsl_levels_args& args, Inside& inside) {
  Predicate<Inside, HostGuard> predicate{inside, {}};
  args.inside_batch = &Predicate<Inside, HostGuard>::answer;
  args.user_data = &predicate;
  Result<Levels> levels = create(args);
  predicate.guard.rethrow();
  return levels;
}

}  // namespace detail

/// Computes the levels of a graph whose loop facts answer inside(), or that has no question to ask.
///   bytes  an FSLG FlatBuffer: anything with data() and size() and elements of one byte, such as Graph,
///          std::vector<std::byte>, std::string_view. Read during the call only; any alignment.
/// Gives the Levels, or an Error with any status that fsl_levels_create names (SPEC, Bad input). May be called from any
/// thread.
template <typename Bytes>
Result<Levels> try_compute(const Bytes& bytes) {
  return detail::create(detail::args_of(bytes));
}

/// The same with a predicate, which wins over loop facts.
///   inside  inside(reader, source): is `reader` produced inside a loop instance that `source` reduces over? Any
///           callable that takes two ids as std::size_t and returns what converts to bool; it may change its own state
///           and need not be copyable. Called on this thread, during the call, once for each edge that SPEC, Input
///           says, in ascending order of positions; it may call this library. One that holds nothing (an empty
///           std::function, nullptr) counts as not given.
/// Errors as values are the library's own. What inside throws is the host's, and comes out of this call as an
/// exception: the same object; no question is asked after it. Under -fno-exceptions inside must not throw: an exception
/// out of code that it calls ends in std::terminate, before it can reach a frame of the library.
template <typename Bytes, typename Inside, typename HostGuard = detail::Guard>
Result<Levels> try_compute(const Bytes& bytes, Inside&& inside) {
  using Callable = std::remove_reference_t<Inside>;
  fsl_levels_args args = detail::args_of(bytes);
  if constexpr (detail::IsNullable<std::remove_cv_t<Callable>>::value) {
    if (inside == nullptr) return detail::create(args);
  }
  if constexpr (std::is_null_pointer_v<std::remove_cv_t<Callable>>) {
    return detail::create(args);
  } else {
    return detail::create_with<HostGuard>(args, inside);
  }
}

#ifdef __cpp_exceptions

/// try_compute() that throws its Error. Not declared under -fno-exceptions.
template <typename Bytes>
Levels compute(const Bytes& bytes) {
  return try_compute(bytes).value();
}

/// The same with a predicate. Throws what inside throws, too.
template <typename Bytes, typename Inside>
Levels compute(const Bytes& bytes, Inside&& inside) {
  return try_compute(bytes, inside).value();
}

#endif

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_COMPUTE_HPP
