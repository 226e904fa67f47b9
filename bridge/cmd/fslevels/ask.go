package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

// fileHelp and insideHelp are what every command that computes says of FILE and --inside.
const (
	fileHelp = `FILE is an FSLG FlatBuffer or its JSON form, told apart by content; - is standard input.
`
	insideHelp = `  --inside=all|none   answer every question, whether a reader is inside a loop that its operand reduces
                      over, with yes or with no. Not looked at where the file itself answers: by "inside" in JSON, or
                      by loop facts.
`
)

// defineInside adds the flag --inside: "all", "none", or "" for not given.
func defineInside(flags *flag.FlagSet, inside *string) {
	flags.Func("inside", "", func(value string) error {
		if value != "all" && value != "none" {
			return errors.New("expected all or none")
		}
		*inside = value
		return nil
	})
}

// answerOptions are those of a command whose answer is for people or, with --json, for programs.
type answerOptions struct {
	json   bool
	inside string
}

func (o *answerOptions) define(flags *flag.FlagSet) {
	flags.BoolVar(&o.json, "json", false, "")
	defineInside(flags, &o.inside)
}

// analysis is a graph with its passes and what they come from.
type analysis struct {
	*engine.Analysis
	file *input
	call func(uint32) string // what to call the value at a position
}

// analyze reads FILE and computes its passes.
func analyze(path string, in io.Reader, inside string) (*analysis, error) {
	loaded, err := readInput(path, in)
	if err != nil {
		return nil, err
	}
	return loaded.analyze(inside)
}

func (loaded *input) analyze(inside string) (a *analysis, err error) {
	a = &analysis{file: loaded}
	err = loaded.compute(inside, func(g *engine.Graph, ask engine.Ask) (err error) {
		a.Analysis, err = engine.Analyze(g, ask)
		return err
	})
	if err != nil {
		return nil, err
	}
	a.call = render.Namer(a.Graph, &loaded.labels)
	return a, nil
}

// compute gives its function the graph and who answers its questions. Errors are told with the file's name, and with a
// way out where nobody answers.
func (loaded *input) compute(inside string, with func(*engine.Graph, engine.Ask) error) error {
	err := with(&loaded.graph, predicate(loaded, inside))
	if err == nil {
		return nil
	}
	err = inFile(loaded.path, err)
	if isKind(err, engine.PredicateRequired) {
		return fmt.Errorf("%w; --inside=all or --inside=none answers all such questions alike", err)
	}
	return err
}

func isKind(err error, kind engine.Kind) bool {
	var fault *engine.Error
	return errors.As(err, &fault) && fault.Kind == kind
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
