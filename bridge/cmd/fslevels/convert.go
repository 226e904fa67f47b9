package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine/render"
)

const convertHelp = `fslevels convert writes a graph in the other form, or in the same one anew.

Usage:
  fslevels convert IN OUT

IN is an FSLG FlatBuffer or its JSON form, told apart by content; - is standard input.
OUT is a file whose extension, .fslg or .json, says in which form to write; it is written whole or not at all.
- is standard output, in the other form than IN.

Values, their order, names and roles, and all levels are kept. What is not, is this:
  - Answers of inside in JSON are no part of FSLG, and dropped; a warning says so.
  - Where only some values of JSON have a size in bytes, the others get the size 0; a warning says so.
  - Edges of JSON are sorted by their readers, and index spaces numbered as they come.
  - Loop instances of FSLG without axis_loops, which answer nothing, are not written in JSON; a warning says so.
`

func defineConvert(*flag.FlagSet) func(streams, []string) error { return convert }

func convert(s streams, files []string) error {
	if err := expectFiles(files, "convert", "IN and OUT", 2); err != nil {
		return err
	}
	from, to := files[0], files[1]
	extension := filepath.Ext(to)
	if to != "-" && extension != fslgExtension && extension != jsonExtension {
		return usageError(fmt.Sprintf("convert: %s: expected the extension .fslg or .json", render.Printable(to)))
	}
	loaded, err := readInput(from, s.in)
	if err != nil {
		return err
	}
	toFSLG := extension == fslgExtension
	if to == "-" {
		toFSLG = loaded.isJSON
	}
	write, err := writer(loaded, toFSLG)
	if err != nil {
		return inFile(from, err)
	}
	for _, loss := range losses(loaded, toFSLG) {
		fmt.Fprintf(s.err, "fslevels: warning: %s: %s\n", shownName(from), loss)
	}
	return writeTo(s, to, write)
}

// writer returns what writes a graph in one of the forms.
func writer(loaded *input, toFSLG bool) (func(io.Writer) error, error) {
	if !toFSLG {
		return func(out io.Writer) error { return wire.ToJSON(out, &loaded.graph, &loaded.labels) }, nil
	}
	content, err := wire.Encode(&loaded.graph, &loaded.labels)
	return func(out io.Writer) error {
		_, err := out.Write(content)
		return err
	}, err
}

// losses says what a conversion does not keep of a graph and nobody might expect.
func losses(loaded *input, toFSLG bool) []string {
	var losses []string
	if n := len(loaded.inside); n > 0 {
		losses = append(losses, fmt.Sprintf("%s of inside %s dropped", counted(n, "answer"), isOrAre(n)))
	}
	if n := loaded.unsized; n > 0 {
		losses = append(losses, fmt.Sprintf("%s without bytes %s given the size 0", counted(n, "value"), isOrAre(n)))
	}
	if n := len(loaded.graph.Loops); n > 0 && !toFSLG && !loaded.graph.HasLoopFacts() {
		losses = append(losses, fmt.Sprintf("%s without axis_loops %s dropped", counted(n, "loop instance"), isOrAre(n)))
	}
	return losses
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
