// Command conformancedump writes the cases of capi/tests/conformance for tests that read no JSON. It runs in the
// repository's root: go run ./capi/tests/conformancedump FILE
//
// The file has lines of a word and what it is about, separated by a blank:
//
//	case    a name; begins a case
//	graph   FSLG, in hexadecimal
//	inside  readers and sources in turn: where the predicate answers yes. Without this line there is no predicate
//	query   a kind and its numbers; begins a query
//	answer  the line that answers it, or instead
//	error   the name of a status and the values
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"forcedsplit/bridge/wire"
)

const folder = "capi/tests/conformance"

// testCase is a case in cases.json; reference.py beside it says what that is.
type testCase struct {
	Name, File string
	Graph      json.RawMessage
	Queries    []query
}

type query struct {
	Kind      string
	Value     *uint64
	Pass      *int32
	MaxPasses *int32 `json:"max_passes"`
	Passes    []int32
	Answer    json.RawMessage
	Error     struct {
		Status string
		Values []uint64
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: conformancedump FILE")
		os.Exit(64)
	}
	dump, err := dumpAll()
	if err == nil {
		err = os.WriteFile(os.Args[1], dump, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformancedump:", err)
		os.Exit(1)
	}
}

func dumpAll() ([]byte, error) {
	var dump bytes.Buffer
	text, err := os.ReadFile(filepath.Join(folder, "cases.json"))
	if err != nil {
		return nil, err
	}
	var cases []testCase
	if err := json.Unmarshal(text, &cases); err != nil {
		return nil, err
	}
	for _, c := range cases {
		if err := c.write(&dump); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return dump.Bytes(), nil
}

func (c *testCase) write(dump *bytes.Buffer) error {
	text := []byte(c.Graph)
	if c.File != "" {
		var err error
		if text, err = os.ReadFile(filepath.Join("examples/data", c.File+".json")); err != nil {
			return err
		}
	}
	read, err := wire.FromJSON(text)
	if err != nil {
		return err
	}
	graph, err := wire.Encode(&read.Graph, &read.Labels)
	if err != nil {
		return err
	}
	fmt.Fprintf(dump, "case %s\ngraph %x\n", c.Name, graph)
	if read.Inside != nil {
		fmt.Fprintln(dump, "inside", numbers(read.Inside))
	}
	for _, q := range c.Queries {
		q.write(dump)
	}
	return nil
}

func (q *query) write(dump *bytes.Buffer) {
	arguments := numbers(q.Passes)
	switch {
	case q.Value != nil:
		arguments = numbers(*q.Value)
	case q.Pass != nil:
		arguments = numbers(*q.Pass)
	case q.MaxPasses != nil:
		arguments = numbers(*q.MaxPasses)
	}
	fmt.Fprintln(dump, "query", q.Kind, arguments)
	if q.Answer != nil {
		fmt.Fprintf(dump, "answer %s\n", q.Answer)
	} else {
		fmt.Fprintln(dump, "error", q.Error.Status, numbers(q.Error.Values))
	}
}

// numbers writes a number, or all those of a list, with blanks in between.
func numbers(of any) string { return strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprint(of)) }
