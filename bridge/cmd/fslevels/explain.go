package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

const explainHelp = `fslevels explain says why a value is in its pass: a shortest chain of edges that forces its level,
from a value at level 0 up to it, and whether its readers lift it from there.

Usage:
  fslevels explain [--json] [--inside=all|none] FILE VALUE
  fslevels explain --pass [--json] [--inside=all|none] FILE PASS

` + fileHelp + `VALUE is the first of these that there is:
  #ID       the value with that id
  NAME      the value with that name; where several have it, their ids are told, with exit code 64
  NAME#ID   the value with that name and id, as the commands print it where several have the name; or another name as
            they print it
  ID        the value with that id
A VALUE that begins with - stands behind --.

  --pass              explain what first forces a pass to exist, instead: of the values with that level one with the
                      shortest chain
  --json              print one JSON object: value, listed, pass, level, chain from level 0 upwards as objects of
                      reader, operand and reason, lift (none, lifted or held), by (the reader that lifts or pins it, or
                      null). Otherwise a sentence for each link, with names where there are any.
` + insideHelp

type explainOptions struct {
	answerOptions
	pass bool
}

func defineExplain(flags *flag.FlagSet) func(streams, []string) error {
	var options explainOptions
	options.define(flags)
	flags.BoolVar(&options.pass, "pass", false, "")
	return func(s streams, args []string) error { return explain(s, args, options) }
}

func explain(s streams, args []string, options explainOptions) error {
	if options.pass {
		return explainPass(s, args, options)
	}
	if err := expectFiles(args, "explain", "FILE and VALUE", 2); err != nil {
		return err
	}
	a, err := analyze(args[0], s.in, options.inside)
	if err != nil {
		return err
	}
	v, err := a.find(args[1])
	if err != nil {
		return err
	}
	return a.printExplanation(s.out, a.Explain(v), options.json)
}

func explainPass(s streams, args []string, options explainOptions) error {
	if err := expectFiles(args, "explain --pass", "FILE and PASS", 2); err != nil {
		return err
	}
	pass, err := strconv.ParseInt(args[1], 10, 32)
	if err != nil {
		return usageError(fmt.Sprintf("explain --pass: expected a number up to %d, got %q", math.MaxInt32, args[1]))
	}
	a, err := analyze(args[0], s.in, options.inside)
	if err != nil {
		return err
	}
	return a.printPass(s.out, int32(pass), options.json)
}

// printPass prints what first forces a pass to exist.
func (a *analysis) printPass(out io.Writer, pass int32, asJSON bool) error {
	x, err := a.ExplainPass(pass)
	if err != nil {
		return inFile(a.file.path, err)
	}
	return a.printExplanation(out, x, asJSON)
}

func (a *analysis) printExplanation(out io.Writer, x engine.Explanation, asJSON bool) error {
	if asJSON {
		return writeLine(out, render.Explanation(a.Analysis, x))
	}
	return write(out, render.Sentences(a.Analysis, &a.file.labels, x))
}

// find returns the position of the value that the user means.
func (a *analysis) find(value string) (uint32, error) {
	if id, marked := strings.CutPrefix(value, "#"); marked {
		if v := a.withID(id); v >= 0 {
			return uint32(v), nil
		}
	}
	switch bearers := a.named(value); {
	case len(bearers) == 1:
		return bearers[0], nil
	case len(bearers) > 1:
		return 0, a.ambiguous(value, bearers)
	}
	for v := range uint32(a.Graph.Count) {
		if a.call(v) == value || a.isNameAndID(v, value) {
			return v, nil
		}
	}
	if v := a.withID(value); v >= 0 {
		return uint32(v), nil
	}
	return 0, inFile(a.file.path, engine.InvalidArgumentError(nil, "there is no value %s, by name or by id", render.Printable(value)))
}

// isNameAndID reports whether a text is the name of a value with its id behind it.
func (a *analysis) isNameAndID(v uint32, text string) bool {
	names := a.file.labels.Names
	return names != nil && names[v] != "" && text == fmt.Sprintf("%s#%d", render.Printable(names[v]), a.Graph.ID(v))
}

// withID returns the position of the value with an id, -1 if there is none.
func (a *analysis) withID(text string) int {
	id, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return -1
	}
	if position, ok := a.Graph.PositionOf(id); ok {
		return int(position)
	}
	return -1
}

func (a *analysis) named(name string) (bearers []uint32) {
	for v, other := range a.file.labels.Names {
		if other == name && name != "" {
			bearers = append(bearers, uint32(v))
		}
	}
	return bearers
}

// shownBearers is how many values of one name a message shows.
const shownBearers = 16

func (a *analysis) ambiguous(name string, bearers []uint32) error {
	var ids strings.Builder
	for i, v := range bearers {
		if i == shownBearers {
			ids.WriteString(" …")
			break
		}
		fmt.Fprintf(&ids, " #%d", a.Graph.ID(v))
	}
	return usageError(fmt.Sprintf("explain: %d values have the name %s, take one by its id:%s",
		len(bearers), render.Printable(name), ids.String()))
}
