/// predicate.hpp - the host's inside() behind the C ABI, and the exception that must not travel through it.
#ifndef FORCEDSPLIT_PREDICATE_HPP
#define FORCEDSPLIT_PREDICATE_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

namespace forcedsplit {
namespace detail {

#ifdef __cpp_exceptions

/// Calls the host and keeps what it throws, until the frames of the C ABI are gone.
class Guard {
 public:
  /// Returns whether `call` returned.
  template <typename Call>
  bool run(Call&& call) noexcept {
    try {
      call();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }

  /// Throws what the host threw: the same object.
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::exception_ptr thrown_;
};

#else

/// The same without exceptions. A name of its own, because templates that use it are other functions than those of the
/// translation units with exceptions that a program may have besides, and the linker must not take one for the other.
class NoGuard {
 public:
  template <typename Call>
  bool run(Call&& call) noexcept {
    call();
    return true;
  }

  void rethrow() const noexcept {}
};
using Guard = NoGuard;

#endif

template <typename Inside, typename HostGuard>
struct Predicate {
  Inside& inside;
  HostGuard guard;

  /// An fsl_inside_batch_fn. One guard for all questions: the loop itself costs the host's calls and nothing else.
  static std::int32_t answer(void* user_data, std::size_t count, const std::uint64_t* readers,
                             const std::uint64_t* sources, std::uint8_t* out_inside) noexcept {
    auto& self = *static_cast<Predicate*>(user_data);
    const bool answered = self.guard.run([&] {
      for (std::size_t i = 0; i < count; ++i) {
        out_inside[i] = self.inside(static_cast<std::size_t>(readers[i]), static_cast<std::size_t>(sources[i])) ? 1 : 0;
      }
    });
    return answered ? 0 : -1;
  }
};

/// Callables that can hold nothing: std::function, pointers to functions, nullptr itself.
template <typename Inside, typename = void>
struct IsNullable : std::is_null_pointer<Inside> {};
template <typename Inside>
struct IsNullable<Inside, std::void_t<decltype(std::declval<const Inside&>() == nullptr)>>
    : std::is_constructible<Inside, std::nullptr_t> {};

}  // namespace detail
}  // namespace forcedsplit

#endif  // FORCEDSPLIT_PREDICATE_HPP
