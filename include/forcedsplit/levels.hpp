/// levels.hpp - forcedsplit::Levels: the pass of every value of a graph.
#ifndef FORCEDSPLIT_LEVELS_HPP
#define FORCEDSPLIT_LEVELS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/result.hpp"

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
  /// Takes over a handle that fsl_levels_create made. FSL_ERROR_INVALID_HANDLE if it is not alive.
  static Result<Levels> adopt(fsl_levels* handle) {
    fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
    const fsl_status status = fsl_levels_view_of(handle, &view);
    if (status != FSL_OK) return detail::error_of(status, nullptr);
    return Levels(handle, view);
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

  Levels(fsl_levels* handle, const fsl_levels_view& view) noexcept : handle_(handle), view_(view) {}

  std::unique_ptr<fsl_levels, Destroyer> handle_;
  fsl_levels_view view_ = FSL_LEVELS_VIEW_INIT;
};

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_LEVELS_HPP
