package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

const verifyHelp = `fslevels verify says whether anybody's passes of a graph are legal: no value reads one of a later
pass, and one that has to be complete is read in a later pass than its own. It also says whether they are the passes
that fslevels levels prints, of all legal ones.

Usage:
  fslevels verify [--json] [--inside=all|none] FILE PASSES

` + fileHelp + `PASSES is JSON: a list of [id, pass] pairs, or an object with one as pass_of, such as fslevels levels
--json prints; - is standard input, but not for both. Passes are 0 or more. Every value that has a legality cell stands
there once; one without takes the least pass that its operands allow, whichever is given for it.

  --json              print one JSON object: legal, assignment, violations as objects of reader, operand, reason,
                      reader_pass and operand_pass, differing as objects of value, given and expected. Otherwise a line
                      for each, with names where there are any.
` + insideHelp + `
Exit codes: 0 legal, 1 not legal, 2 error, 64 wrong usage.
`

func defineVerify(flags *flag.FlagSet) func(streams, []string) error {
	var options answerOptions
	options.define(flags)
	return func(s streams, files []string) error { return verify(s, files, options) }
}

func verify(s streams, files []string, options answerOptions) error {
	if err := expectFiles(files, "verify", "FILE and PASSES", 2); err != nil {
		return err
	}
	if files[0] == "-" && files[1] == "-" {
		return usageError("verify: only one of FILE and PASSES can be standard input")
	}
	a, err := analyze(files[0], s.in, options.inside)
	if err != nil {
		return err
	}
	passes, err := readPasses(files[1], s.in, a)
	if err != nil {
		return err
	}
	verdict, err := a.Verify(passes)
	if err != nil {
		return inFile(files[1], err)
	}
	if options.json {
		err = writeLine(s.out, render.Verdict(a.Analysis, verdict))
	} else {
		err = a.printVerdict(s.out, verdict)
	}
	if err == nil && !verdict.Legal {
		return no("")
	}
	return err
}

func (a *analysis) printVerdict(out io.Writer, verdict *engine.Verdict) error {
	w := bufio.NewWriter(out)
	if verdict.Legal {
		fmt.Fprintf(w, "legal: %s kept\n", counted(len(a.Edges()), "edge"))
	} else {
		fmt.Fprintf(w, "not legal: %d of %s violated\n", len(verdict.Violations), counted(len(a.Edges()), "edge"))
	}
	for _, violated := range verdict.Violations {
		needed := "a later pass"
		if violated.Reason == engine.Plain {
			needed = "that pass or a later one"
		}
		fmt.Fprintf(w, "  %s in pass %d reads %s in pass %d, and needs %s (%s)\n", a.call(violated.Reader),
			violated.ReaderPass, a.call(violated.Operand), violated.OperandPass, needed, violated.Reason)
	}
	if verdict.Assignment {
		io.WriteString(w, "the assignment of fslevels levels\n")
	} else {
		fmt.Fprintf(w, "not the assignment of fslevels levels, which has %s elsewhere\n", counted(len(verdict.Differing), "value"))
	}
	for _, d := range verdict.Differing {
		fmt.Fprintf(w, "  %s: given pass %d, expected %d\n", a.call(d.Value), d.Given, d.Expected)
	}
	return w.Flush()
}

// readPasses reads a pass for every listed value of a graph, by position; engine.Absent stands for one that has none.
func readPasses(path string, in io.Reader, a *analysis) ([]int32, error) {
	content, err := readAll(path, in)
	if err != nil {
		return nil, err
	}
	passes, fault := parsePasses(content, a)
	if fault != nil {
		return nil, inFile(path, fault)
	}
	return passes, nil
}

func parsePasses(content []byte, a *analysis) ([]int32, *engine.Error) {
	pairs, fault := pairList(content)
	if fault != nil {
		return nil, fault
	}
	positions := make(map[uint64]uint32, a.Graph.Count)
	passes := make([]int32, a.Graph.Count)
	for v := range uint32(a.Graph.Count) {
		positions[a.Graph.ID(v)], passes[v] = v, engine.Absent
	}
	for i, pair := range pairs {
		id, pass, fault := readPair(i, pair)
		if fault != nil {
			return nil, fault
		}
		v, known := positions[id]
		switch {
		case !known:
			return nil, engine.InvalidArgumentError([]uint64{id}, "pairs[%d]: %d is no value of the graph", i, id)
		case passes[v] != engine.Absent:
			return nil, engine.InvalidArgumentError([]uint64{id}, "pairs[%d]: value %d has a pass already", i, id)
		}
		passes[v] = pass
	}
	for v, pass := range passes {
		if id := a.Graph.ID(uint32(v)); pass == engine.Absent && a.Listed(uint32(v)) {
			return nil, engine.InvalidArgumentError([]uint64{id}, "value %d has no pass", id)
		}
	}
	return passes, nil
}

// pairList returns the entries of the list that the text is, or has as pass_of.
func pairList(text []byte) (pairs []json.RawMessage, _ *engine.Error) {
	if len(text) > wire.MaxSize {
		return nil, &engine.Error{Kind: engine.TooLarge, Message: fmt.Sprintf("more than %d bytes", wire.MaxSize)}
	}
	var document json.RawMessage
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, engine.InvalidArgumentError(nil, "JSON: %v", err)
	}
	var object map[string]json.RawMessage
	if document[0] == '{' && json.Unmarshal(document, &object) == nil {
		document = object["pass_of"]
	}
	if json.Unmarshal(document, &pairs) != nil || pairs == nil {
		return nil, engine.InvalidArgumentError(nil, "expected a list of [id, pass] pairs, or an object with one as pass_of")
	}
	return pairs, nil
}

// readPair reads [id, pass] without going through floating point.
func readPair(i int, raw json.RawMessage) (id uint64, pass int32, _ *engine.Error) {
	var entries []json.RawMessage
	if json.Unmarshal(raw, &entries) != nil || len(entries) != 2 {
		return 0, 0, engine.InvalidArgumentError(nil, "pairs[%d]: expected [id, pass]", i)
	}
	id, err := strconv.ParseUint(string(entries[0]), 10, 64)
	if err != nil {
		return 0, 0, engine.InvalidArgumentError(nil, "pairs[%d]: expected an id from 0 to %d", i, uint64(math.MaxUint64))
	}
	number, err := strconv.ParseUint(string(entries[1]), 10, 31)
	if err != nil || number > engine.MaxGivenPass {
		return 0, 0, engine.InvalidArgumentError([]uint64{id},
			"pairs[%d]: expected a pass from 0 to %d for value %d", i, engine.MaxGivenPass, id)
	}
	return id, int32(number), nil
}
