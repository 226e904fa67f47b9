package main

import (
	"errors"
	"flag"
	"fmt"

	"forcedsplit/engine"
)

const levelsHelp = `fslevels levels prints the pass of every value of a graph.

Usage:
  fslevels levels [--json] [--inside=all|none] FILE

FILE is an FSLG FlatBuffer or its JSON form, told apart by content; - is standard input.

  --json              print one JSON object: name, max_pass, pass_of as [id, pass] pairs, carried and pinned as ids,
                      all sorted by id. Otherwise a line for each pass, with names where there are any.
  --inside=all|none   answer every question, whether a reader is inside a loop that its operand reduces over, with yes
                      or with no. Not looked at where the file itself answers: by "inside" in JSON, or by loop facts.
`

type levelsOptions struct {
	json   bool
	inside string // "all", "none", or "" for not given
}

func defineLevels(flags *flag.FlagSet) func(streams, []string) error {
	var options levelsOptions
	flags.BoolVar(&options.json, "json", false, "")
	flags.Func("inside", "", func(value string) error {
		if value != "all" && value != "none" {
			return errors.New("expected all or none")
		}
		options.inside = value
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
	err = engine.Compute(&loaded.graph, predicate(loaded, options.inside), result)
	var fault *engine.Error
	if errors.As(err, &fault) && fault.Kind == engine.PredicateRequired {
		return fmt.Errorf("%w; --inside=all or --inside=none answers all such questions alike", inFile(files[0], err))
	}
	if err != nil {
		return inFile(files[0], err)
	}
	if options.json {
		return printJSON(s.out, loaded, result)
	}
	return printText(s.out, loaded, result)
}

// predicate returns what answers the questions of a graph: the file's own answers, its loop facts (nil), or the same
// answer to all of them.
func predicate(loaded *input, inside string) engine.Ask {
	if loaded.inside != nil {
		yes := make(map[[2]uint64]bool, len(loaded.inside))
		for _, pair := range loaded.inside {
			yes[pair] = true
		}
		return engine.AskEach(&loaded.graph, func(reader, source uint64) (bool, error) {
			return yes[[2]uint64{reader, source}], nil
		})
	}
	if loaded.graph.HasLoopFacts() || inside == "" {
		return nil
	}
	return engine.AskEach(&loaded.graph, func(uint64, uint64) (bool, error) { return inside == "all", nil })
}
