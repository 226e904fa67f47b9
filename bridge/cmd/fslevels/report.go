package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

const reportHelp = `fslevels report prints what a schedule builder asks next: for every loop nest the passes that it is
emitted for, and the values of each; the values that are materialized across passes, and who reads them; the values
whose roles contradict the schedule; and, where the graph gives sizes, what is kept between passes, largest first.

Usage:
  fslevels report [--json] [--inside=all|none] FILE

` + fileHelp + `It needs loop facts: loops, and the loop of each axis.

  --json              print one JSON object: nests with their passes and values, materialized, conflicts, boundaries.
                      Otherwise lines, with names where there are any.
` + insideHelp

func defineReport(flags *flag.FlagSet) func(streams, []string) error {
	var options answerOptions
	options.define(flags)
	return func(s streams, files []string) error { return report(s, files, options) }
}

func report(s streams, files []string, options answerOptions) error {
	if err := expectFiles(files, "report", "one FILE", 1); err != nil {
		return err
	}
	a, err := analyze(files[0], s.in, options.inside)
	if err != nil {
		return err
	}
	split, err := a.Split()
	if err != nil {
		return inFile(files[0], err)
	}
	if options.json {
		return writeLine(s.out, render.Split(a.Analysis, split))
	}
	return a.printSplit(s.out, split)
}

func (a *analysis) printSplit(out io.Writer, split *engine.Split) error {
	w := bufio.NewWriter(out)
	printTitle(w, a.file)
	a.printStages(w, split.Stages)
	a.printMaterialized(w, split.Materialized)
	a.printConflicts(w, split.Conflicts)
	if a.Graph.Bytes == nil {
		io.WriteString(w, "kept between passes: not known, the graph gives no sizes\n")
	} else {
		printBoundaries(w, split.Boundaries)
	}
	return w.Flush()
}

func (a *analysis) printStages(w io.Writer, stages []engine.Stage) {
	for i, stage := range stages {
		if i == 0 || stages[i-1].Nest != stage.Nest {
			fmt.Fprintf(w, "nest %d:\n", stage.Nest)
		}
		printRow(w, fmt.Sprintf("  pass %d", stage.Pass), stage.Values, a.Levels.Flags, a.call)
	}
	if len(stages) == 0 {
		io.WriteString(w, "nests: none\n")
	}
}

func (a *analysis) printMaterialized(w io.Writer, all []engine.Materialized) {
	printHeading(w, "materialized across passes", len(all))
	for _, m := range all {
		size := ""
		if a.Graph.Bytes != nil {
			size = fmt.Sprintf(", %d bytes", a.Graph.Bytes[m.Value])
		}
		fmt.Fprintf(w, "  %s of nest %d, pass %d%s: read by %s\n", a.call(m.Value), m.Nest, a.Pass[m.Value], size,
			a.readers(m.Readers))
	}
}

func (a *analysis) printConflicts(w io.Writer, all []engine.Conflict) {
	printHeading(w, "conflicts", len(all))
	for _, c := range all {
		fmt.Fprintf(w, "  %s of nest %d, pass %d, stays inside loop %s, but in another nest it is read by %s\n",
			a.call(c.Value), c.Nest, a.Pass[c.Value], a.loop(c.Loop), a.readers(c.Readers))
	}
}

// printBoundaries prints what is kept where one pass ends and the next begins.
func printBoundaries(w io.Writer, all []engine.Boundary) {
	if len(all) == 0 {
		io.WriteString(w, "kept between passes: nothing\n")
		return
	}
	io.WriteString(w, "kept between passes:\n")
	for _, b := range all {
		fmt.Fprintf(w, "  from pass %d to %d: %d bytes in %s\n", b.After, b.After+1, b.Bytes, counted(b.Values, "value"))
	}
}

func printHeading(w io.Writer, title string, count int) {
	if count == 0 {
		fmt.Fprintf(w, "%s: none\n", title)
	} else {
		fmt.Fprintf(w, "%s: %s\n", title, counted(count, "value"))
	}
}

// readers lists values, with the pass that each reads in.
func (a *analysis) readers(values []uint32) string {
	var text strings.Builder
	for i, v := range values {
		if i > 0 {
			text.WriteString("  ")
		}
		fmt.Fprintf(&text, "%s [pass %d]", a.call(v), a.Pass[v])
	}
	return text.String()
}

// loop is a loop instance by its number, and by its space, if that has a name.
func (a *analysis) loop(instance int32) string {
	if space := render.SpaceName(&a.file.labels, a.Graph.Loops[instance].Space); space != "" {
		return fmt.Sprintf("%d over %s", instance, space)
	}
	return fmt.Sprint(instance)
}
