package main

import (
	"flag"
	"fmt"
	"math"
	"strconv"

	"forcedsplit/engine"
)

const levelsHelp = `fslevels levels prints the pass of every value of a graph.

Usage:
  fslevels levels [--json] [--stats] [--max-passes N] [--inside=all|none] FILE

` + fileHelp + `
  --json              print one JSON object: name, max_pass, pass_of as [id, pass] pairs, carried and pinned as ids,
                      all sorted by id. Otherwise a line for each pass, with names where there are any.
  --stats             add counts of edges, questions, values by pass, lifted and pinned ones, and how long decoding,
                      asking and sweeping took. In JSON they are one more key, stats, without the times.
  --max-passes N      allow N passes at most. A graph that needs more gives exit code 1, a message on standard error,
                      and instead of the passes what fslevels explain --pass FILE N prints: what forces the first pass
                      beyond.
` + insideHelp

type levelsOptions struct {
	answerOptions
	stats     bool
	maxPasses int32 // 0: any number
}

func defineLevels(flags *flag.FlagSet) func(streams, []string) error {
	var options levelsOptions
	options.define(flags)
	flags.BoolVar(&options.stats, "stats", false, "")
	flags.Func("max-passes", "", func(value string) error {
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil || n < 1 {
			return fmt.Errorf("expected a number of passes from 1 to %d", math.MaxInt32)
		}
		options.maxPasses = int32(n)
		return nil
	})
	return func(s streams, files []string) error { return levels(s, files, options) }
}

func levels(s streams, files []string, options levelsOptions) error {
	if err := expectFiles(files, "levels", "one FILE", 1); err != nil {
		return err
	}
	loaded, err := readInput(files[0], s.in)
	if err != nil {
		return err
	}
	result := engine.NewLevels(loaded.graph.Count)
	err = loaded.compute(options.inside, func(g *engine.Graph, ask engine.Ask) error {
		if options.maxPasses == 0 {
			return engine.Compute(g, ask, result)
		}
		return engine.ComputeWithin(g, ask, options.maxPasses, result)
	})
	if isKind(err, engine.TooManyPasses) {
		return beyondBudget(s, loaded, options, err)
	}
	if err != nil {
		return err
	}
	var stats *statistics
	if options.stats {
		a, err := loaded.analyze(options.inside)
		if err != nil {
			return err
		}
		stats = &statistics{a.Stats(), loaded.decoding, a.Times}
	}
	if options.json {
		return printJSON(s.out, loaded, result, stats)
	}
	return printText(s.out, loaded, result, stats)
}

// beyondBudget prints what forces the first pass beyond those allowed.
func beyondBudget(s streams, loaded *input, options levelsOptions, fault error) error {
	a, err := loaded.analyze(options.inside)
	if err != nil {
		return err
	}
	if err := a.printPass(s.out, options.maxPasses, options.json); err != nil {
		return err
	}
	return no(fault.Error())
}
