package main

import (
	"flag"
	"fmt"

	"forcedsplit/engine"
)

const checkHelp = `fslevels check says whether a graph is well formed and free of cycles.

Usage:
  fslevels check FILE

` + fileHelp + `Of several faults the first is told, on standard error, with exit code 2.
`

func defineCheck(*flag.FlagSet) func(streams, []string) error { return check }

func check(s streams, files []string) error {
	if err := expectFiles(files, "check", "one FILE", 1); err != nil {
		return err
	}
	loaded, err := readInput(files[0], s.in)
	if err != nil {
		return err
	}
	questions := 0
	count := func(q *engine.Questions) error {
		questions = len(q.Pairs)
		return nil
	}
	g := &loaded.graph
	if err := engine.Compute(g, count, engine.NewLevels(g.Count)); err != nil {
		return inFile(files[0], err)
	}
	return write(s.out, fmt.Sprintf("%s: well formed, no cycle: %s, %s, %s, %s for inside (%s)\n",
		shownName(files[0]), counted(g.Count, "value"), counted(edges(g), "edge"),
		counted(len(g.Loops), "loop instance"), counted(questions, "question"), answeredBy(loaded, questions)))
}

// edges counts the entries of the operand columns, which occurrences may stand for.
func edges(g *engine.Graph) int {
	if g.OperandOffsets == nil && g.Occurrences.Values != nil {
		derived, err := g.DeriveOperands()
		if err != nil {
			return 0
		}
		g = derived
	}
	return len(g.Operands)
}

// answeredBy says who answers the questions of a graph.
func answeredBy(loaded *input, questions int) string {
	switch {
	case questions == 0:
		return "needs no answers"
	case loaded.inside != nil:
		return "answered in the file"
	case loaded.graph.HasLoopFacts():
		return "answered by loop facts"
	}
	return "needs a predicate"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
