/// result.hpp - forcedsplit::Result: what a call gives, or the Error that kept it from giving it.
#ifndef FORCEDSPLIT_RESULT_HPP
#define FORCEDSPLIT_RESULT_HPP

#include <utility>
#include <variant>

#include "forcedsplit/error.hpp"

namespace forcedsplit {

/// A T or an Error, as calls named try_* return it: for programs that handle errors as values, and the only way where
/// the compiler was told -fno-exceptions. Whoever asks has_value() first never meets an error by surprise; as with
/// std::optional, `*` and `->` without a value and error() with one are undefined.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: `return value;`
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: `return error;`

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& operator*() & noexcept { return *std::get_if<0>(&content_); }
  const T& operator*() const& noexcept { return *std::get_if<0>(&content_); }
  T&& operator*() && noexcept { return std::move(**this); }
  T* operator->() noexcept { return std::get_if<0>(&content_); }
  const T* operator->() const noexcept { return std::get_if<0>(&content_); }

  const Error& error() const noexcept { return *std::get_if<1>(&content_); }

#ifdef __cpp_exceptions
  /// The value; throws the Error where there is none. Not declared under -fno-exceptions.
  T& value() & { return has_value() ? **this : throw error(); }
  const T& value() const& { return has_value() ? **this : throw error(); }
  T value() && { return has_value() ? std::move(**this) : throw error(); }
#endif

 private:
  std::variant<T, Error> content_;
};

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_RESULT_HPP
