/// session.hpp - forcedsplit::Session: a graph that is loaded once, edited, and asked about again after each rewrite.
#ifndef FORCEDSPLIT_SESSION_HPP
#define FORCEDSPLIT_SESSION_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "forcedsplit/answers.hpp"
#include "forcedsplit/call.hpp"
#include "forcedsplit/error.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/graph_builder.hpp"
#include "forcedsplit/levels.hpp"
#include "forcedsplit/predicate.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {

/// What an update changed: a range of fsl_change, each of another value. What it leads to lives as long as it, or what
/// it is moved to.
class Changes : public detail::Owned<fsl_changes> {
 public:
  /// Takes over changes that fsl_session_update made.
  static Changes adopt(const fsl_changes* changes) noexcept { return Changes(changes); }

  /// The largest pass now; 0 for a moved-from object.
  int max_pass() const noexcept { return (*this)->max_pass; }

  std::size_t size() const noexcept { return (*this)->count; }
  bool empty() const noexcept { return size() == 0; }
  const fsl_change* begin() const noexcept { return (*this)->changes; }
  const fsl_change* end() const noexcept { return begin() + size(); }

  /// Makes the levels that a scheduler holds those after the update, if they are those before it.
  void apply_to(ForcedSplitLevels& levels) const {
    for (const fsl_change& change : *this) {
      const auto id = static_cast<std::size_t>(change.value);
      put(levels.carried, id, (change.flags_after & FSL_VALUE_CARRIED) != 0);
      put(levels.pinned, id, (change.flags_after & FSL_VALUE_PINNED) != 0);
      if (change.after == FSL_PASS_ABSENT) {
        levels.pass_of.erase(id);
      } else {
        levels.pass_of[id] = change.after;
      }
    }
    levels.max_pass = max_pass();
  }

 private:
  explicit Changes(const fsl_changes* changes) noexcept : detail::Owned<fsl_changes>(changes) {}

  template <typename Set>
  static void put(Set& set, std::size_t id, bool in) {
    if (in) {
      set.insert(id);
    } else {
      set.erase(id);
    }
  }
};

/// Owns a session. Move-only; every call on a moved-from object is FSL_ERROR_INVALID_HANDLE. One call at a time:
/// another thread's, or a predicate's own, is FSL_ERROR_INVALID_ARGUMENT. An owner that goes while its session is in a
/// call releases it at the end of that. An edit gives nothing, or the Error that kept it from being made; the same
/// names without try_ throw it. forcedsplit.h says what each one refuses, and when a session pays.
class Session {
 public:
  /// Loads a graph and computes its levels; bytes, inside and errors are those of try_compute.
  template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
  static Result<Session> try_open(const Bytes& bytes, Inside&& inside = nullptr) {
    return detail::called_with<Session, fsl_session, HostGuard>(detail::args_of(bytes), inside, fsl_session_create);
  }

  /// Takes over a handle that fsl_session_create made.
  static Session adopt(fsl_session* handle) noexcept { return Session(handle); }

  /// Adds a value with a legality cell: any range of Role, of Axis, or of tuples (role, space, loop), as GraphBuilder
  /// takes it. Spaces are for people, and are not looked at.
  template <typename Axes>
  std::optional<Error> try_add_value(std::uint64_t id, const Axes& axes) {
    return put_cell(fsl_session_add_value, id, axes);
  }
  std::optional<Error> try_add_value(std::uint64_t id, std::initializer_list<Axis> axes) {
    return put_cell(fsl_session_add_value, id, axes);
  }

  /// Adds a value without a legality cell.
  std::optional<Error> try_add_unclassified(std::uint64_t id) {
    return edit(fsl_session_add_value, id, 0, nullptr, std::size_t{0});
  }

  /// Gives a value another legality cell.
  template <typename Axes>
  std::optional<Error> try_set_value(std::uint64_t id, const Axes& axes) {
    return put_cell(fsl_session_set_cell, id, axes);
  }
  std::optional<Error> try_set_value(std::uint64_t id, std::initializer_list<Axis> axes) {
    return put_cell(fsl_session_set_cell, id, axes);
  }

  /// Takes a value's legality cell away.
  std::optional<Error> try_set_unclassified(std::uint64_t id) {
    return edit(fsl_session_set_cell, id, 0, nullptr, std::size_t{0});
  }

  /// Removes a value that nobody reads.
  std::optional<Error> try_remove_value(std::uint64_t id) { return edit(fsl_session_remove_value, id); }

  /// Makes a value read another one. FSL_ERROR_CYCLE, with the cycle's values, if that would close one.
  std::optional<Error> try_add_operand(std::uint64_t reader, std::uint64_t operand) {
    return edit(fsl_session_add_operand, reader, operand);
  }

  /// Makes a value read another one no longer.
  std::optional<Error> try_remove_operand(std::uint64_t reader, std::uint64_t operand) {
    return edit(fsl_session_remove_operand, reader, operand);
  }

  /// Says what inside(reader, source) is, in place of what was answered.
  std::optional<Error> try_set_inside(std::uint64_t reader, std::uint64_t source, bool inside) {
    return edit(fsl_session_set_inside, reader, source, inside ? 1 : 0);
  }

  /// Has the next update ask inside(reader, source) anew.
  std::optional<Error> try_ask_again(std::uint64_t reader, std::uint64_t source) {
    return edit(fsl_session_set_inside, reader, source, -1);
  }

  /// Computes what the edits since the last update changed. inside is that of try_compute, and asked only about edges
  /// that have no answer yet.
  template <typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
  Result<Changes> try_update(Inside&& inside = nullptr) {
    return detail::called_with<Changes, const fsl_changes, HostGuard>(
        FSL_LEVELS_ARGS_INIT, inside, [this](const fsl_levels_args* args, const fsl_changes** out, fsl_error** error) {
          return fsl_session_update(handle_.get(), args, out, error);
        });
  }

  /// The levels of all values as of the last update, which stay as they are when the session goes on. Edits since then
  /// are FSL_ERROR_INVALID_ARGUMENT.
  Result<Levels> try_levels() {
    fsl_levels* levels = nullptr;
    fsl_error* error = nullptr;
    const fsl_status status = fsl_session_levels(handle_.get(), &levels, &error);
    const std::unique_ptr<fsl_error, detail::ErrorDestroyer> owned_error(error);
    if (status != FSL_OK) return detail::error_of(status, error);
    return Levels::adopt(levels);
  }

#ifdef __cpp_exceptions

  // The same, throwing their Errors, and what inside throws. Not declared under -fno-exceptions.

  template <typename Bytes, typename Inside = std::nullptr_t>
  explicit Session(const Bytes& bytes, Inside&& inside = nullptr) : Session(try_open(bytes, inside).value()) {}

  template <typename Axes>
  void add_value(std::uint64_t id, const Axes& axes) {
    check(try_add_value(id, axes));
  }
  void add_value(std::uint64_t id, std::initializer_list<Axis> axes) { check(try_add_value(id, axes)); }
  void add_unclassified(std::uint64_t id) { check(try_add_unclassified(id)); }
  template <typename Axes>
  void set_value(std::uint64_t id, const Axes& axes) {
    check(try_set_value(id, axes));
  }
  void set_value(std::uint64_t id, std::initializer_list<Axis> axes) { check(try_set_value(id, axes)); }
  void set_unclassified(std::uint64_t id) { check(try_set_unclassified(id)); }
  void remove_value(std::uint64_t id) { check(try_remove_value(id)); }
  void add_operand(std::uint64_t reader, std::uint64_t operand) { check(try_add_operand(reader, operand)); }
  void remove_operand(std::uint64_t reader, std::uint64_t operand) { check(try_remove_operand(reader, operand)); }
  void set_inside(std::uint64_t reader, std::uint64_t source, bool inside) {
    check(try_set_inside(reader, source, inside));
  }
  void ask_again(std::uint64_t reader, std::uint64_t source) { check(try_ask_again(reader, source)); }

  template <typename Inside = std::nullptr_t>
  Changes update(Inside&& inside = nullptr) {
    return try_update(inside).value();
  }
  Levels levels() { return try_levels().value(); }

#endif

 private:
  struct Destroyer {
    void operator()(fsl_session* handle) const noexcept { fsl_session_destroy(handle); }
  };

  explicit Session(fsl_session* handle) noexcept : handle_(handle) {}

  template <typename Function, typename... Arguments>
  std::optional<Error> edit(Function function, Arguments... arguments) {
    fsl_error* error = nullptr;
    const fsl_status status = function(handle_.get(), arguments..., &error);
    if (status == FSL_OK) return std::nullopt;
    const std::unique_ptr<fsl_error, detail::ErrorDestroyer> owned_error(error);
    return detail::error_of(status, error);
  }

  template <typename Function, typename Axes>
  std::optional<Error> put_cell(Function function, std::uint64_t id, const Axes& given) {
    std::vector<fsl_axis> axes;
    for (const auto& axis : given) axes.push_back(entry_of(axis));
    return edit(function, id, 1, axes.data(), axes.size());
  }

  static fsl_axis entry_of(Role role) noexcept { return {FSL_LOOP_UNRESOLVED, static_cast<std::uint8_t>(role)}; }
  static fsl_axis entry_of(const Axis& axis) noexcept { return {axis.loop, static_cast<std::uint8_t>(axis.role)}; }
  template <typename AnySpace, typename Loop>
  static fsl_axis entry_of(const std::tuple<Role, AnySpace, Loop>& axis) {
    return {static_cast<std::int32_t>(std::get<2>(axis)), static_cast<std::uint8_t>(std::get<0>(axis))};
  }

#ifdef __cpp_exceptions
  static void check(const std::optional<Error>& error) {
    if (error) throw *error;
  }
#endif

  std::unique_ptr<fsl_session, Destroyer> handle_;
};

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_SESSION_HPP
