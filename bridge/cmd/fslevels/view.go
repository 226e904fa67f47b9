package main

import (
	"flag"

	"forcedsplit/engine/render"
)

const viewHelp = `fslevels view makes one HTML page that shows a graph with its passes as columns, finds values, and
explains each. It needs nothing else, no network either.

Usage:
  fslevels view [--inside=all|none] FILE [-o OUT]

` + fileHelp + `
` + outHelp + insideHelp

func defineView(flags *flag.FlagSet) func(streams, []string) error {
	var options drawOptions
	options.define(flags)
	return func(s streams, files []string) error { return view(s, files, options) }
}

func view(s streams, files []string, options drawOptions) error {
	if err := expectFiles(files, "view", "one FILE", 1); err != nil {
		return err
	}
	a, err := analyze(files[0], s.in, options.inside)
	if err != nil {
		return err
	}
	return writePicture(s, options.out, render.Page(a.Analysis, &a.file.labels))
}
