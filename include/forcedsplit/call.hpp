/// call.hpp - what every call about a graph has in common: bytes and a predicate go in; an owner, an Error, or what the
/// predicate threw comes out.
#ifndef FORCEDSPLIT_CALL_HPP
#define FORCEDSPLIT_CALL_HPP

#include <memory>
#include <type_traits>

#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/predicate.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {
namespace detail {

template <typename Bytes>
fsl_levels_args args_of(const Bytes& bytes) noexcept {
  static_assert(sizeof(*bytes.data()) == 1, "a graph is a container of bytes");
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = bytes.data();
  args.graph_size = bytes.size();
  return args;
}

/// Makes one call of the C ABI: call(&args, &made, &error).
template <typename Owner, typename Made, typename Call>
Result<Owner> called(const fsl_levels_args& args, Call& call) {
  Made* made = nullptr;
  fsl_error* error = nullptr;
  const fsl_status status = call(&args, &made, &error);
  const std::unique_ptr<fsl_error, ErrorDestroyer> owned_error(error);
  if (status != FSL_OK) return error_of(status, error);
  return Owner::adopt(made);
}

/// The same with the host's predicate, unless that holds nothing.
template <typename Owner, typename Made, typename HostGuard, typename Inside, typename Call>
Result<Owner> called_with(fsl_levels_args args, Inside& inside, Call&& call) {
  using Callable = std::remove_cv_t<Inside>;
  if constexpr (std::is_null_pointer_v<Callable>) {
    return called<Owner, Made>(args, call);
  } else {
    if constexpr (IsNullable<Callable>::value) {
      if (inside == nullptr) return called<Owner, Made>(args, call);
    }
    Predicate<Inside, HostGuard> predicate{inside, {}};
    args.inside_batch = &Predicate<Inside, HostGuard>::answer;
    args.user_data = &predicate;
    Result<Owner> result = called<Owner, Made>(args, call);
    predicate.guard.rethrow();
    return result;
  }
}

}  // namespace detail
}  // namespace forcedsplit

#endif  // FORCEDSPLIT_CALL_HPP
