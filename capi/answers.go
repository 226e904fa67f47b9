package main

/*
#include "answer_blocks.h"
#include "error.h"
*/
import "C"

import (
	"errors"
	"time"
	"unsafe"

	"forcedsplit/bridge/predicate"
	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

// An analysis lives as long as the call that it is for: it borrows the caller's graph. What the caller is to keep of it
// is copied into one block of C memory, which *out receives as soon as there is one: C releases it if the rest fails.

var errNoMemory = errors.New("no memory for the answer")

// answering decodes and analyzes the graph of args, and has answer say what is asked for.
func answering(
	args *C.fsl_levels_args, outError **C.fsl_error, answer func(a *engine.Analysis, decoding time.Duration) error,
) C.fsl_status {
	began := time.Now()
	g, err := wire.Decode(graphOf(args))
	if err != nil {
		return fail(outError, err)
	}
	decoding := time.Since(began)
	a, err := engine.Analyze(&g, predicate.Ask(&g, unsafe.Pointer(args)))
	if err != nil {
		return fail(outError, err)
	}
	if err := answer(a, decoding); err != nil {
		return fail(outError, err)
	}
	return C.FSL_OK
}

//export forcedsplit_go_explain
func forcedsplit_go_explain(
	args *C.fsl_levels_args, value C.uint64_t, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, _ time.Duration) error {
		position, ok := a.Graph.PositionOf(uint64(value))
		if !ok {
			return engine.InvalidArgumentError([]uint64{uint64(value)}, "there is no value %d", uint64(value))
		}
		return putExplanation(out, a, a.Explain(position))
	})
}

//export forcedsplit_go_explain_pass
func forcedsplit_go_explain_pass(
	args *C.fsl_levels_args, pass C.int32_t, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, _ time.Duration) error {
		x, err := a.ExplainPass(int32(pass))
		if err != nil {
			return err
		}
		return putExplanation(out, a, x)
	})
}

//export forcedsplit_go_verify
func forcedsplit_go_verify(
	args *C.fsl_levels_args, passes *C.int32_t, count C.size_t, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, _ time.Duration) error {
		verdict, err := a.Verify(unsafe.Slice((*int32)(passes), count))
		if err != nil {
			return err
		}
		return putVerdict(out, a, verdict)
	})
}

//export forcedsplit_go_split_report
func forcedsplit_go_split_report(
	args *C.fsl_levels_args, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, _ time.Duration) error {
		split, err := a.Split()
		if err != nil {
			return err
		}
		return putSplit(out, a, split)
	})
}

//export forcedsplit_go_levels_stats
func forcedsplit_go_levels_stats(
	args *C.fsl_levels_args, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, decoding time.Duration) error {
		return putStats(out, a, decoding)
	})
}

//export forcedsplit_go_draw
func forcedsplit_go_draw(
	args *C.fsl_levels_args, kind C.fsl_picture_kind, out *unsafe.Pointer, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	return answering(args, outError, func(a *engine.Analysis, _ time.Duration) error {
		labels, err := wire.DecodeLabels(graphOf(args))
		if err != nil {
			return err
		}
		if kind == C.FSL_PICTURE_PAGE {
			return putPicture(out, render.Page(a, &labels))
		}
		return putPicture(out, render.DOT(a, &labels))
	})
}

func putExplanation(out *unsafe.Pointer, a *engine.Analysis, x engine.Explanation) error {
	json := render.Explanation(a, x)
	made := C.forcedsplit_explanation_new(C.size_t(len(x.Chain)), C.size_t(len(json)))
	if made == nil {
		return errNoMemory
	}
	*out = unsafe.Pointer(made)
	putText(made.json, json)
	made.value = C.uint64_t(a.Graph.ID(x.Value))
	made.listed = flagOf(x.Listed)
	made.pass = C.int32_t(x.Pass)
	made.level = C.int32_t(x.Level)
	made.lift = C.fsl_lift(x.Lift)
	if x.Lift != engine.Unlifted {
		made.lift_reader = C.uint64_t(a.Graph.ID(x.Reader))
	}
	chain := unsafe.Slice(made.chain, made.chain_count)
	for i, e := range x.Chain {
		chain[i].reader = C.uint64_t(a.Graph.ID(e.Reader))
		chain[i].operand = C.uint64_t(a.Graph.ID(e.Operand))
		chain[i].reason = C.fsl_reason(e.Reason)
	}
	return nil
}

func putVerdict(out *unsafe.Pointer, a *engine.Analysis, verdict *engine.Verdict) error {
	json := render.Verdict(a, verdict)
	made := C.forcedsplit_verdict_new(
		C.size_t(len(verdict.Violations)), C.size_t(len(verdict.Differing)), C.size_t(len(json)))
	if made == nil {
		return errNoMemory
	}
	*out = unsafe.Pointer(made)
	putText(made.json, json)
	made.legal = flagOf(verdict.Legal)
	made.assignment = flagOf(verdict.Assignment)
	violations := unsafe.Slice(made.violations, made.violation_count)
	for i, v := range verdict.Violations {
		violations[i].reader = C.uint64_t(a.Graph.ID(v.Reader))
		violations[i].operand = C.uint64_t(a.Graph.ID(v.Operand))
		violations[i].reason = C.fsl_reason(v.Reason)
		violations[i].reader_pass = C.int32_t(v.ReaderPass)
		violations[i].operand_pass = C.int32_t(v.OperandPass)
	}
	differences := unsafe.Slice(made.differences, made.difference_count)
	for i, d := range verdict.Differing {
		differences[i].value = C.uint64_t(a.Graph.ID(d.Value))
		differences[i].given = C.int32_t(d.Given)
		differences[i].expected = C.int32_t(d.Expected)
	}
	return nil
}

func putStats(out *unsafe.Pointer, a *engine.Analysis, decoding time.Duration) error {
	stats := a.Stats()
	json := render.Stats(stats)
	made := C.forcedsplit_stats_new(C.size_t(len(stats.PerPass)), C.size_t(len(json)))
	if made == nil {
		return errNoMemory
	}
	*out = unsafe.Pointer(made)
	putText(made.json, json)
	made.values = C.uint64_t(stats.Values)
	made.edges = C.uint64_t(stats.Edges)
	made.questions = C.uint64_t(stats.Questions)
	made.yes = C.uint64_t(stats.Yes)
	made.longest_chain = C.uint64_t(stats.LongestChain)
	made.lifted = C.uint64_t(stats.Lifted)
	made.pinned = C.uint64_t(stats.Pinned)
	perPass := unsafe.Slice(made.values_per_pass, made.pass_count)
	for pass, values := range stats.PerPass {
		perPass[pass] = C.uint64_t(values)
	}
	made.decode_ns = C.uint64_t(decoding)
	made.ask_ns = C.uint64_t(a.Times.Ask)
	made.sweep_ns = C.uint64_t(a.Times.Sweep)
	return nil
}

func putPicture(out *unsafe.Pointer, text []byte) error {
	made := C.forcedsplit_picture_new(C.size_t(len(text)))
	if made == nil {
		return errNoMemory
	}
	*out = unsafe.Pointer(made)
	putText(made.text, text)
	return nil
}

// putText copies text to where C has made room for it, and for the zero after it.
func putText(room *C.char, text []byte) {
	copy(unsafe.Slice((*byte)(unsafe.Pointer(room)), len(text)), text)
}

func flagOf(holds bool) C.int32_t {
	if holds {
		return 1
	}
	return 0
}
