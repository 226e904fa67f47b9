/// levels.hpp - forcedsplit::compute() and forcedsplit::Levels: a graph's bytes in, the pass of every value out.
#ifndef FORCEDSPLIT_LEVELS_HPP
#define FORCEDSPLIT_LEVELS_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"

namespace forcedsplit {

/// The answer as schedulers hold it (SPEC, Result). Plain data, the caller's own.
struct ForcedSplitLevels {
  std::unordered_set<std::size_t> carried;       ///< LoopCarried on some axis
  std::unordered_set<std::size_t> pinned;        ///< carried, or a reduction that some reader waits for
  std::unordered_map<std::size_t, int> pass_of;  ///< every value that has a legality cell
  int max_pass = 0;                              ///< the largest pass in pass_of, 0 if it is empty

  /// The pass of a value; 0 for one that is not listed.
  int pass(std::size_t id) const {
    const auto found = pass_of.find(id);
    return found == pass_of.end() ? 0 : found->second;
  }
};

/// A column of results by position: count elements of T. Borrows from Levels, as a pointer would.
template <typename T>
class ColumnView {
 public:
  constexpr ColumnView() noexcept = default;
  constexpr ColumnView(const T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  constexpr const T* data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const T* begin() const noexcept { return data_; }
  constexpr const T* end() const noexcept { return data_ + size_; }
  constexpr const T& operator[](std::size_t position) const noexcept { return data_[position]; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Owns the levels of one graph. Move-only; a moved-from object answers like the levels of an empty graph.
/// Reading is safe from several threads at once; none of it enters Go.
class Levels {
 public:
  /// Takes over a handle that fsl_levels_create made. Throws Error if it is not alive.
  explicit Levels(fsl_levels* handle) : handle_(handle) {
    const fsl_status status = fsl_levels_view_of(handle, &view_);
    if (status != FSL_OK) detail::throw_error(status, nullptr);
  }

  /// The pass of the value with this id; 0 where it has no legality cell or the graph never mentioned it.
  int pass(std::uint64_t id) const noexcept { return fsl_levels_pass(handle_.get(), id); }

  /// The largest pass of a value that has a legality cell; 0 if there is none.
  int max_pass() const noexcept { return view_.max_pass; }

  /// The number of values, with or without a legality cell.
  std::size_t size() const noexcept { return view_.count; }

  /// size() passes by position, FSL_PASS_ABSENT for a value without a legality cell. Valid while these Levels, or
  /// those they are moved to, live.
  ColumnView<std::int32_t> passes() const noexcept { return {view_.passes, view_.count}; }

  /// The id of the value at a position below size().
  std::uint64_t id_at(std::size_t position) const noexcept {
    return view_.ids == nullptr ? position : view_.ids[position];
  }

  /// Is the value LoopCarried on some axis? No for an id that the graph never mentioned.
  bool is_carried(std::uint64_t id) const noexcept {
    return (fsl_levels_flags(handle_.get(), id) & FSL_VALUE_CARRIED) != 0;
  }

  /// Is the value carried, or a reduction that some reader waits for? No for an id that the graph never mentioned.
  bool is_pinned(std::uint64_t id) const noexcept {
    return (fsl_levels_flags(handle_.get(), id) & FSL_VALUE_PINNED) != 0;
  }

  /// The same in the containers that schedulers hold, by id.
  ForcedSplitLevels to_struct() const {
    ForcedSplitLevels result;
    std::size_t carried = 0;
    std::size_t pinned = 0;
    for (std::size_t v = 0; v < view_.count; ++v) {
      carried += (view_.flags[v] & FSL_VALUE_CARRIED) != 0;
      pinned += (view_.flags[v] & FSL_VALUE_PINNED) != 0;
    }
    result.carried.reserve(carried);
    result.pinned.reserve(pinned);
    result.pass_of.reserve(view_.count);
    for (std::size_t v = 0; v < view_.count; ++v) {
      const auto id = static_cast<std::size_t>(id_at(v));
      if ((view_.flags[v] & FSL_VALUE_CARRIED) != 0) result.carried.insert(id);
      if ((view_.flags[v] & FSL_VALUE_PINNED) != 0) result.pinned.insert(id);
      if (view_.passes[v] != FSL_PASS_ABSENT) result.pass_of.emplace(id, view_.passes[v]);
    }
    result.max_pass = view_.max_pass;
    return result;
  }

  Levels(Levels&& other) noexcept
      : handle_(std::move(other.handle_)), view_(std::exchange(other.view_, FSL_LEVELS_VIEW_INIT)) {}
  Levels& operator=(Levels&& other) noexcept {
    handle_ = std::move(other.handle_);
    view_ = std::exchange(other.view_, FSL_LEVELS_VIEW_INIT);
    return *this;
  }

 private:
  struct Destroyer {
    void operator()(fsl_levels* handle) const noexcept { fsl_levels_destroy(handle); }
  };

  std::unique_ptr<fsl_levels, Destroyer> handle_;
  fsl_levels_view view_ = FSL_LEVELS_VIEW_INIT;
};

namespace detail {

/// Levels of args' graph. `thrown` is where args' predicate puts an exception during the call.
inline Levels create(const fsl_levels_args& args, const std::exception_ptr& thrown = nullptr) {
  fsl_levels* levels = nullptr;
  fsl_error* error = nullptr;
  const fsl_status status = fsl_levels_create(&args, &levels, &error);
  const std::unique_ptr<fsl_error, ErrorDestroyer> owned_error(error);
  if (thrown) std::rethrow_exception(thrown);
  if (status != FSL_OK) throw_error(status, error);
  return Levels(levels);
}

/// The host's predicate behind the C ABI, and the exception that must not travel through it.
template <typename Inside>
struct Predicate {
  Inside& inside;
  std::exception_ptr thrown;

  /// An fsl_inside_batch_fn. One try for all questions: the loop itself costs the host's calls and nothing else.
  static std::int32_t answer(void* user_data, std::size_t count, const std::uint64_t* readers,
                             const std::uint64_t* sources, std::uint8_t* out_inside) noexcept {
    auto& self = *static_cast<Predicate*>(user_data);
    try {
      for (std::size_t i = 0; i < count; ++i) {
        out_inside[i] = self.inside(static_cast<std::size_t>(readers[i]), static_cast<std::size_t>(sources[i])) ? 1 : 0;
      }
      return 0;
    } catch (...) {
      self.thrown = std::current_exception();
      return -1;
    }
  }
};

/// Callables that can hold nothing: std::function, pointers to functions, nullptr itself.
template <typename Inside, typename = void>
struct IsNullable : std::is_null_pointer<Inside> {};
template <typename Inside>
struct IsNullable<Inside, std::void_t<decltype(std::declval<const Inside&>() == nullptr)>>
    : std::is_constructible<Inside, std::nullptr_t> {};

template <typename Inside>
Levels create_with(fsl_levels_args& args, Inside& inside) {
  Predicate<Inside> predicate{inside, nullptr};
  args.inside_batch = &Predicate<Inside>::answer;
  args.user_data = &predicate;
  return create(args, predicate.thrown);
}

template <typename Bytes>
fsl_levels_args args_of(const Bytes& bytes) noexcept {
  static_assert(sizeof(*bytes.data()) == 1, "a graph is a container of bytes");
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = bytes.data();
  args.graph_size = bytes.size();
  return args;
}

}  // namespace detail

/// Computes the levels of a graph whose loop facts answer inside(), or that has no question to ask.
///   bytes  an FSLG FlatBuffer: anything with data() and size() and elements of one byte, such as Graph,
///          std::vector<std::byte>, std::string_view. Read during the call only; any alignment.
/// Throws Error with any status that fsl_levels_create names (SPEC, Bad input). May be called from any thread.
template <typename Bytes>
Levels compute(const Bytes& bytes) {
  return detail::create(detail::args_of(bytes));
}

/// The same with a predicate, which wins over loop facts.
///   inside  inside(reader, source): is `reader` produced inside a loop instance that `source` reduces over? Any
///           callable that takes two ids as std::size_t and returns what converts to bool; it may change its own state
///           and need not be copyable. Called on this thread, during the call, once for each edge that SPEC, Input
///           says, in ascending order of positions; it may call this library. One that holds nothing (an empty
///           std::function, nullptr) counts as not given.
/// What inside throws comes out of this call: the same exception object. No question is asked after it.
template <typename Bytes, typename Inside>
Levels compute(const Bytes& bytes, Inside&& inside) {
  using Callable = std::remove_reference_t<Inside>;
  fsl_levels_args args = detail::args_of(bytes);
  if constexpr (detail::IsNullable<std::remove_cv_t<Callable>>::value) {
    if (inside == nullptr) return detail::create(args);
  }
  if constexpr (std::is_null_pointer_v<std::remove_cv_t<Callable>>) {
    return detail::create(args);
  } else {
    return detail::create_with(args, inside);
  }
}

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_LEVELS_HPP
