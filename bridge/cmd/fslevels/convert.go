package main

import (
	"flag"
	"fmt"
	"path/filepath"

	"forcedsplit/bridge/wire"
)

const convertHelp = `fslevels convert writes a graph in the other form, or in the same one anew.

Usage:
  fslevels convert IN OUT

IN is an FSLG FlatBuffer or its JSON form, told apart by content; - is standard input.
OUT is a file whose extension, .fslg or .json, says in which form to write; it is written whole or not at all.
- is standard output, in the other form than IN.

Everything is kept but the answers of inside in JSON, which are no part of FSLG: a warning says that they are dropped.
`

func defineConvert(*flag.FlagSet) func(streams, []string) error { return convert }

func convert(s streams, files []string) error {
	if err := expectFiles(files, "convert", "IN and OUT", 2); err != nil {
		return err
	}
	from, to := files[0], files[1]
	extension := filepath.Ext(to)
	if to != "-" && extension != fslgExtension && extension != jsonExtension {
		return usageError(fmt.Sprintf("convert: %s: expected the extension .fslg or .json", to))
	}
	loaded, err := readInput(from, s.in)
	if err != nil {
		return err
	}
	toFSLG := extension == fslgExtension
	if to == "-" {
		toFSLG = loaded.isJSON
	}
	encode := wire.ToJSON
	if toFSLG {
		encode = wire.Encode
	}
	content, err := encode(&loaded.graph, &loaded.labels)
	if err != nil {
		return inFile(from, err)
	}
	if len(loaded.inside) > 0 {
		fmt.Fprintf(s.err, "fslevels: warning: %s: %d answers of inside are dropped\n", from, len(loaded.inside))
	}
	if to == "-" {
		_, err = s.out.Write(content)
		return err
	}
	return writeFile(to, content)
}
