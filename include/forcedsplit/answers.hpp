/// answers.hpp - why a value is in its pass, whether other passes are legal, what the split costs, what it looks like:
/// explain(), explain_pass(), verify(), split_report(), stats(), draw() and their try_ forms.
///
/// Each takes a graph and a predicate as compute() does, computes anew, and gives an owner of one C struct, whose
/// fields forcedsplit.h explains:
///
///     const forcedsplit::Explanation why = forcedsplit::explain(graph, 42, inside);
///     for (std::size_t i = 0; i < why->chain_count; ++i) show(why->chain[i].reader, why->chain[i].operand);
///     std::cout << why.json() << '\n';
#ifndef FORCEDSPLIT_ANSWERS_HPP
#define FORCEDSPLIT_ANSWERS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

#include "forcedsplit/call.hpp"
#include "forcedsplit/forcedsplit.h"
#include "forcedsplit/predicate.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {
namespace detail {

/// Owns an answer of the C ABI. Move-only; a moved-from object reads as a struct whose fields are all 0.
template <typename Struct>
class Owned {
 public:
  const Struct& operator*() const noexcept { return answer_ != nullptr ? *answer_ : kNone; }
  const Struct* operator->() const noexcept { return &**this; }

 protected:
  explicit Owned(const Struct* answer) noexcept : answer_(answer) {}

 private:
  struct Destroyer {
    void operator()(const Struct* answer) const noexcept { fsl_answer_destroy(answer); }
  };

  static constexpr Struct kNone{};

  std::unique_ptr<const Struct, Destroyer> answer_;
};

}  // namespace detail

/// An answer that has a line of JSON. What its pointers lead to lives as long as it, or what it is moved to.
template <typename Struct>
class Answer : public detail::Owned<Struct> {
 public:
  /// Takes over an answer that the C ABI made.
  static Answer adopt(const Struct* answer) noexcept { return Answer(answer); }

  /// The answer as one line of JSON, without the end of the line; a zero follows. Empty for a moved-from object.
  std::string_view json() const noexcept { return {(*this)->json, (*this)->json_size}; }

 private:
  explicit Answer(const Struct* answer) noexcept : detail::Owned<Struct>(answer) {}
};

using Explanation = Answer<fsl_explanation>;
using Verdict = Answer<fsl_verdict>;
using Split = Answer<fsl_split>;
using Stats = Answer<fsl_stats>;

/// A picture, likewise.
class Drawing : public detail::Owned<fsl_picture> {
 public:
  /// Takes over a picture that fsl_draw made.
  static Drawing adopt(const fsl_picture* picture) noexcept { return Drawing(picture); }

  /// The DOT or HTML; a zero follows. Empty for a moved-from object.
  std::string_view text() const noexcept { return {(*this)->text, (*this)->text_size}; }

 private:
  explicit Drawing(const fsl_picture* picture) noexcept : detail::Owned<fsl_picture>(picture) {}
};

/// What draw() makes: a digraph for Graphviz, or an HTML page that needs nothing else.
enum class Picture { Dot = FSL_PICTURE_DOT, Page = FSL_PICTURE_PAGE };

/// Why the value with this id is in its pass. FSL_ERROR_INVALID_ARGUMENT for an id that the graph never mentioned.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Explanation> try_explain(const Bytes& bytes, std::uint64_t id, Inside&& inside = nullptr) {
  return detail::called_with<Explanation, const fsl_explanation, HostGuard>(
      detail::args_of(bytes), inside, [=](const fsl_levels_args* args, const fsl_explanation** out, fsl_error** error) {
        return fsl_explain(args, id, out, error);
      });
}

/// What first forces a pass to exist: why the value that does is in it. FSL_ERROR_INVALID_ARGUMENT for a pass that
/// there is not.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Explanation> try_explain_pass(const Bytes& bytes, std::int32_t pass, Inside&& inside = nullptr) {
  return detail::called_with<Explanation, const fsl_explanation, HostGuard>(
      detail::args_of(bytes), inside, [=](const fsl_levels_args* args, const fsl_explanation** out, fsl_error** error) {
        return fsl_explain_pass(args, pass, out, error);
      });
}

/// Are anybody's passes legal, and are they SPEC's?
///   passes  by position: anything with data() and size() of std::int32_t. What it has for a value without a legality
///           cell is not looked at.
/// FSL_ERROR_INVALID_ARGUMENT for another number of passes than of values, and for a negative pass.
template <typename Bytes, typename Passes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Verdict> try_verify(const Bytes& bytes, const Passes& passes, Inside&& inside = nullptr) {
  static_assert(std::is_convertible_v<decltype(passes.data()), const std::int32_t*>, "passes are std::int32_t");
  return detail::called_with<Verdict, const fsl_verdict, HostGuard>(
      detail::args_of(bytes), inside, [&](const fsl_levels_args* args, const fsl_verdict** out, fsl_error** error) {
        return fsl_verify(args, passes.data(), passes.size(), out, error);
      });
}

/// What a schedule builder asks next (SPEC, section of that name). FSL_ERROR_INVALID_ARGUMENT without loop facts.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Split> try_split_report(const Bytes& bytes, Inside&& inside = nullptr) {
  return detail::called_with<Split, const fsl_split, HostGuard>(detail::args_of(bytes), inside, fsl_split_report);
}

/// Counts and times of one computation.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Stats> try_stats(const Bytes& bytes, Inside&& inside = nullptr) {
  return detail::called_with<Stats, const fsl_stats, HostGuard>(detail::args_of(bytes), inside, fsl_levels_stats);
}

/// A picture of the graph and its passes.
template <typename Bytes, typename Inside = std::nullptr_t, typename HostGuard = detail::Guard>
Result<Drawing> try_draw(const Bytes& bytes, Picture kind, Inside&& inside = nullptr) {
  return detail::called_with<Drawing, const fsl_picture, HostGuard>(
      detail::args_of(bytes), inside, [=](const fsl_levels_args* args, const fsl_picture** out, fsl_error** error) {
        return fsl_draw(args, static_cast<fsl_picture_kind>(kind), out, error);
      });
}

#ifdef __cpp_exceptions

// The same, throwing their Errors and what inside throws. Not declared under -fno-exceptions.

template <typename Bytes, typename Inside = std::nullptr_t>
Explanation explain(const Bytes& bytes, std::uint64_t id, Inside&& inside = nullptr) {
  return try_explain(bytes, id, inside).value();
}

template <typename Bytes, typename Inside = std::nullptr_t>
Explanation explain_pass(const Bytes& bytes, std::int32_t pass, Inside&& inside = nullptr) {
  return try_explain_pass(bytes, pass, inside).value();
}

template <typename Bytes, typename Passes, typename Inside = std::nullptr_t>
Verdict verify(const Bytes& bytes, const Passes& passes, Inside&& inside = nullptr) {
  return try_verify(bytes, passes, inside).value();
}

template <typename Bytes, typename Inside = std::nullptr_t>
Split split_report(const Bytes& bytes, Inside&& inside = nullptr) {
  return try_split_report(bytes, inside).value();
}

template <typename Bytes, typename Inside = std::nullptr_t>
Stats stats(const Bytes& bytes, Inside&& inside = nullptr) {
  return try_stats(bytes, inside).value();
}

template <typename Bytes, typename Inside = std::nullptr_t>
Drawing draw(const Bytes& bytes, Picture kind, Inside&& inside = nullptr) {
  return try_draw(bytes, kind, inside).value();
}

#endif

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_ANSWERS_HPP
