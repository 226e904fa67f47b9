// Command goldendump writes the golden cases for tests that read no JSON: every graph as FSLG with the answers that
// engine/testdata/golden has for it. It runs in the repository's root: go run ./capi/tests/goldendump FILE
//
// The file is a sequence of little-endian 64-bit words. The first is the number of cases. Each case is
//
//	name      length in bytes, then UTF-8, padded with zeros to whole words
//	graph     length in bytes, then FSLG, padded in the same way
//	facts     1 if the graph has loop facts, so that no predicate is needed, else 0
//	cycle     1 if the graph has a cycle: then all that follows is empty or 0
//	inside    number of pairs, then reader and source of each: where the predicate answers yes
//	asked     number of pairs, then reader and source of each: what the predicate is asked, in that order
//	carried   number of ids, then the ids, ascending
//	pinned    number of ids, then the ids, ascending
//	passes    number of pairs, then id and pass of each listed value, by ascending id
//	max_pass  one word
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

type pair = [2]uint64

// answers are what a golden file has for one graph. Real ones have their passes by position.
type answers struct {
	Name    string
	Carried []uint64
	Pinned  []uint64
	PassOf  []pair `json:"pass_of"`
	MaxPass uint64 `json:"max_pass"`
	Asked   []pair
	Cycle   bool
	Passes  []uint64
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: goldendump FILE")
		os.Exit(64)
	}
	dump, err := dumpAll()
	if err == nil {
		err = os.WriteFile(os.Args[1], dump, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "goldendump:", err)
		os.Exit(1)
	}
}

func dumpAll() ([]byte, error) {
	var cases []byte
	count := uint64(0)
	for _, file := range []string{"hand", "random", "real"} {
		text, err := os.ReadFile(filepath.Join("engine/testdata/golden", file+".json"))
		if err != nil {
			return nil, err
		}
		var graphs []json.RawMessage
		if err := json.Unmarshal(text, &graphs); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for i, graph := range graphs {
			if cases, err = appendCase(cases, graph, file == "real"); err != nil {
				return nil, fmt.Errorf("%s, case %d: %w", file, i, err)
			}
			count++
		}
	}
	return append(binary.LittleEndian.AppendUint64(nil, count), cases...), nil
}

// appendCase appends one case. The graph of a real one is in examples/data, those of others are beside the answers.
func appendCase(dump []byte, text json.RawMessage, real bool) ([]byte, error) {
	var want answers
	var beside struct{ Expect json.RawMessage }
	if err := json.Unmarshal(text, &want); err != nil {
		return nil, err
	}
	if real {
		graph, err := os.ReadFile(filepath.Join("examples/data", want.Name+".json"))
		if err != nil {
			return nil, err
		}
		text = graph
	} else if err := json.Unmarshal(text, &beside); err != nil {
		return nil, err
	} else if err := json.Unmarshal(beside.Expect, &want); err != nil {
		return nil, err
	}
	read, err := wire.FromJSON(text)
	if err != nil {
		return nil, err
	}
	graph, err := wire.Encode(&read.Graph, &read.Labels)
	if err != nil {
		return nil, err
	}
	inside := read.Inside
	if inside == nil {
		inside = insideByLoops(&read.Graph, want.Asked)
	}
	return want.append(dump, graph, &read.Graph, inside), nil
}

func (want *answers) append(dump, graph []byte, g *engine.Graph, inside []pair) []byte {
	positions := map[uint64]uint32{}
	for v := range uint32(g.Count) {
		positions[g.ID(v)] = v
	}
	for v, pass := range want.Passes {
		want.PassOf = append(want.PassOf, pair{g.ID(uint32(v)), pass})
	}
	slices.SortFunc(want.PassOf, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
	slices.SortFunc(want.Asked, func(a, b pair) int {
		return slices.Compare([]uint32{positions[a[0]], positions[a[1]]}, []uint32{positions[b[0]], positions[b[1]]})
	})
	dump = appendBytes(dump, []byte(want.Name))
	dump = appendBytes(dump, graph)
	dump = appendWords(dump, bit(g.HasLoopFacts()), bit(want.Cycle))
	dump = appendPairs(dump, inside)
	dump = appendPairs(dump, want.Asked)
	dump = appendWords(appendWords(dump, uint64(len(want.Carried))), want.Carried...)
	dump = appendWords(appendWords(dump, uint64(len(want.Pinned))), want.Pinned...)
	dump = appendPairs(dump, want.PassOf)
	return appendWords(dump, want.MaxPass)
}

// insideByLoops answers the questions from loop facts, as SPEC's section "Without a callback" says; ids are positions
// in the graphs that have them.
func insideByLoops(g *engine.Graph, asked []pair) (inside []pair) {
	for _, question := range asked {
		depth := int32(-1)
		for a := g.AxisOffsets[question[0]]; a < g.AxisOffsets[question[0]+1]; a++ {
			depth = max(depth, g.AxisLoops[a])
		}
		for a := g.AxisOffsets[question[1]]; a < g.AxisOffsets[question[1]+1]; a++ {
			d := g.AxisLoops[a]
			if g.AxisRoles[a] == engine.Reduction && d >= 0 && depth >= d && g.Loops[depth].Nest == g.Loops[d].Nest {
				inside = append(inside, question)
				break
			}
		}
	}
	return inside
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func appendWords(dump []byte, words ...uint64) []byte {
	for _, word := range words {
		dump = binary.LittleEndian.AppendUint64(dump, word)
	}
	return dump
}

func appendPairs(dump []byte, pairs []pair) []byte {
	dump = appendWords(dump, uint64(len(pairs)))
	for _, p := range pairs {
		dump = appendWords(dump, p[0], p[1])
	}
	return dump
}

func appendBytes(dump, bytes []byte) []byte {
	dump = append(appendWords(dump, uint64(len(bytes))), bytes...)
	return append(dump, make([]byte, -len(bytes)&7)...)
}
