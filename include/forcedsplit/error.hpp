/// error.hpp - forcedsplit::Error: what went wrong when the library answers with anything but FSL_OK. Calls named try_*
/// return it in a Result, the others throw it.
#ifndef FORCEDSPLIT_ERROR_HPP
#define FORCEDSPLIT_ERROR_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "forcedsplit/forcedsplit.h"

namespace forcedsplit {

/// A fault of the input (SPEC, Bad input) or of the call. what() is one line of UTF-8 for people, in the host's own
/// ids. Copying never throws.
class Error : public std::runtime_error {
 public:
  Error(fsl_status status, const std::string& message, std::vector<std::uint64_t> values = {})
      : std::runtime_error(message),
        status_(status),
        values_(std::make_shared<const std::vector<std::uint64_t>>(std::move(values))) {}

  fsl_status status() const noexcept { return status_; }

  /// The ids that the error is about, complete where what() is cut short: the members of a cycle, each reading the
  /// next and the last the first; reader and source of a question that nobody answers; the culprits of a malformed
  /// graph. Empty where there are none. Lives as long as any copy of the error.
  const std::vector<std::uint64_t>& values() const noexcept { return *values_; }

 private:
  fsl_status status_;
  std::shared_ptr<const std::vector<std::uint64_t>> values_;  // shared: an exception's copy must not throw
};

namespace detail {

/// Releases an fsl_error at the end of a scope, on every way out.
struct ErrorDestroyer {
  void operator()(fsl_error* error) const noexcept { fsl_error_destroy(error); }
};

/// What a failed call left, as an Error. `error` may be null: then there was no memory for it.
inline Error error_of(fsl_status status, const fsl_error* error) {
  if (error == nullptr) return Error(status, fsl_status_name(status));
  std::size_t count = 0;
  const std::uint64_t* values = fsl_error_values(error, &count);
  std::vector<std::uint64_t> ids;
  if (count != 0) ids.assign(values, values + count);
  return Error(status, fsl_error_message(error), std::move(ids));
}

}  // namespace detail
}  // namespace forcedsplit

#endif  // FORCEDSPLIT_ERROR_HPP
