/// runtime.hpp - forcedsplit::configure_runtime() and try_configure_runtime(): how the Go runtime inside may use the
/// machine.
#ifndef FORCEDSPLIT_RUNTIME_HPP
#define FORCEDSPLIT_RUNTIME_HPP

#include <cstdint>
#include <memory>
#include <variant>

#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/result.hpp"

namespace forcedsplit {

/// What fsl_runtime_options in forcedsplit.h explains; 0 leaves an option as it is.
struct RuntimeOptions {
  std::int32_t max_threads = 0;   ///< that run the library's Go code at once
  std::int32_t gc_percent = 0;    ///< -1: never collect, but for memory_limit
  std::int64_t memory_limit = 0;  ///< in bytes
};

/// Sets the options of the runtime, all or none, before the first computation in this process. May be called from any
/// thread. Gives no value but an Error where it fails: for a value out of its range, after the first computation, and
/// in a forked child.
inline Result<std::monostate> try_configure_runtime(const RuntimeOptions& options) {
  fsl_runtime_options arguments = FSL_RUNTIME_OPTIONS_INIT;
  arguments.max_threads = options.max_threads;
  arguments.gc_percent = options.gc_percent;
  arguments.memory_limit = options.memory_limit;
  fsl_error* error = nullptr;
  const fsl_status status = fsl_runtime_configure(&arguments, &error);
  const std::unique_ptr<fsl_error, detail::ErrorDestroyer> owner(error);
  if (status != FSL_OK) return detail::error_of(status, error);
  return std::monostate();
}

#ifdef __cpp_exceptions

/// try_configure_runtime() that throws its Error. Not declared under -fno-exceptions.
inline void configure_runtime(const RuntimeOptions& options) { try_configure_runtime(options).value(); }

#endif

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_RUNTIME_HPP
