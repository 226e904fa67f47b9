package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"forcedsplit/engine/render"
)

const outHelp = `  -o OUT              write to this file, whole or not at all; otherwise to standard output, as for -.
`

const drawHelp = `fslevels draw draws a graph with its passes, in DOT, the language of Graphviz. Of a graph that is too
large to draw it draws the nests and passes, and says so in the picture.

Usage:
  fslevels draw [--svg] [--inside=all|none] [-o OUT] FILE

` + fileHelp + `
  --svg               draw in SVG; this runs Graphviz's dot, which has to be installed.
` + outHelp + insideHelp

// drawOptions are those of draw and view, which has no SVG.
type drawOptions struct {
	svg         bool
	inside, out string
}

func (o *drawOptions) define(flags *flag.FlagSet) {
	flags.StringVar(&o.out, "o", "-", "")
	defineInside(flags, &o.inside)
}

func defineDraw(flags *flag.FlagSet) func(streams, []string) error {
	var options drawOptions
	options.define(flags)
	flags.BoolVar(&options.svg, "svg", false, "")
	return func(s streams, files []string) error { return draw(s, files, options) }
}

func draw(s streams, files []string, options drawOptions) error {
	if err := expectFiles(files, "draw", "one FILE", 1); err != nil {
		return err
	}
	a, err := analyze(files[0], s.in, options.inside)
	if err != nil {
		return err
	}
	picture := render.DOT(a.Analysis, &a.file.labels)
	if options.svg {
		if picture, err = toSVG(picture); err != nil {
			return err
		}
	}
	return writePicture(s, options.out, picture)
}

func writePicture(s streams, path string, picture []byte) error {
	return writeTo(s, path, func(out io.Writer) error {
		_, err := out.Write(picture)
		return err
	})
}

// toSVG has Graphviz lay out a picture.
func toSVG(picture []byte) ([]byte, error) {
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, errors.New("draw --svg: needs Graphviz's dot, and there is none in PATH; without --svg draw writes DOT")
	}
	var svg, said bytes.Buffer
	dot := exec.Command(program, "-Tsvg")
	dot.Stdin, dot.Stdout, dot.Stderr = bytes.NewReader(picture), &svg, &said
	if err := dot.Run(); err != nil {
		first, _, _ := strings.Cut(said.String(), "\n")
		return nil, fmt.Errorf("draw --svg: dot: %w: %s", err, render.Printable(first))
	}
	return svg.Bytes(), nil
}
