package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

const (
	fslgExtension = ".fslg"
	jsonExtension = ".json"
)

// input is a graph as a file has it.
type input struct {
	path     string // as the user named it
	isJSON   bool
	graph    engine.Graph // well formed
	labels   engine.Labels
	inside   [][2]uint64   // the predicate's answers; nil: the file has none
	unsized  int           // how many values have no size although others have one
	decoding time.Duration // how long it took to make this of the file's content
}

// readInput reads a graph from a file, or from standard input for -, and checks that it is well formed.
func readInput(path string, in io.Reader) (*input, error) {
	content, err := readAll(path, in)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	loaded, err := parse(path, content)
	if err == nil {
		if fault := engine.Validate(&loaded.graph); fault != nil {
			err = fault
		}
	}
	if err != nil {
		return nil, inFile(path, err)
	}
	loaded.path, loaded.decoding = path, time.Since(began)
	return loaded, nil
}

// readAll reads no more than could be a graph.
func readAll(path string, in io.Reader) ([]byte, error) {
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, inFile(path, err)
		}
		defer file.Close()
		in = file
	}
	var content bytes.Buffer
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= wire.MaxSize {
			content.Grow(int(info.Size()) + bytes.MinRead)
		}
	}
	if _, err := content.ReadFrom(io.LimitReader(in, wire.MaxSize+1)); err != nil {
		return nil, inFile(path, err)
	}
	return content.Bytes(), nil
}

// parse tells the formats apart by content; the extension only helps with content that is neither.
func parse(path string, content []byte) (*input, error) {
	text := bytes.TrimLeft(content, " \t\r\n")
	looksJSON := len(text) > 0 && (text[0] == '{' || text[0] == '[')
	extension := filepath.Ext(path)
	switch {
	case wire.IsFSLG(content), !looksJSON && extension == fslgExtension:
		return parseFSLG(content)
	case looksJSON, extension == jsonExtension:
		return parseJSON(content)
	}
	return nil, engine.MalformedError(nil, "expected an FSLG FlatBuffer or a graph in JSON, found neither in %d bytes",
		len(content))
}

func parseFSLG(content []byte) (*input, error) {
	graph, err := wire.Decode(content)
	if err != nil {
		return nil, err
	}
	labels, err := wire.DecodeLabels(content)
	if err != nil {
		return nil, err
	}
	return &input{graph: graph, labels: labels}, nil
}

func parseJSON(content []byte) (*input, error) {
	read, err := wire.FromJSON(content)
	if err != nil {
		return nil, err
	}
	return &input{
		isJSON: true, graph: read.Graph, labels: read.Labels, inside: read.Inside, unsized: read.Unsized,
	}, nil
}

// shownName is what messages call a file that the user named.
func shownName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return render.Printable(path)
}

// inFile puts the file's name before an error, and the status that the C ABI gives it. The name that the system puts
// into its errors is left out: it need not be the user's, and would reach the terminal as it is.
func inFile(path string, err error) error {
	var fault *engine.Error
	if errors.As(err, &fault) {
		return fmt.Errorf("%s: %s: %w", shownName(path), statusNames[fault.Kind], err)
	}
	var aboutPath *fs.PathError
	var aboutLink *os.LinkError
	switch {
	case errors.As(err, &aboutPath):
		err = aboutPath.Err
	case errors.As(err, &aboutLink):
		err = aboutLink.Err
	}
	return fmt.Errorf("%s: %w", shownName(path), err)
}

var statusNames = map[engine.Kind]string{
	engine.Malformed:         "MALFORMED_GRAPH",
	engine.Cyclic:            "CYCLE",
	engine.PredicateRequired: "PREDICATE_REQUIRED",
	engine.TooLarge:          "TOO_LARGE",
	engine.InvalidArgument:   "INVALID_ARGUMENT",
	engine.TooManyPasses:     "TOO_MANY_PASSES",
}
