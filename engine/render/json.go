package render

import (
	"bytes"
	"encoding/json"

	"forcedsplit/engine"
)

// The answers as JSON: one line without a line break at its end, keys always in the same order, values by their ids.

type link struct {
	Reader  uint64 `json:"reader"`
	Operand uint64 `json:"operand"`
	Reason  string `json:"reason"`
}

func linkOf(a *engine.Analysis, e engine.Edge) link {
	return link{a.Graph.ID(e.Reader), a.Graph.ID(e.Operand), e.Reason.String()}
}

// Explanation returns {"value", "listed", "pass", "level", "chain": [{"reader", "operand", "reason"}], "lift", "by"}: lift
// is none, lifted or held, and by the reader that did it, or null.
func Explanation(a *engine.Analysis, x engine.Explanation) []byte {
	var by *uint64
	if x.Lift != engine.Unlifted {
		reader := a.Graph.ID(x.Reader)
		by = &reader
	}
	return encode(struct {
		Value  uint64  `json:"value"`
		Listed bool    `json:"listed"`
		Pass   int32   `json:"pass"`
		Level  int32   `json:"level"`
		Chain  []link  `json:"chain"`
		Lift   string  `json:"lift"`
		By     *uint64 `json:"by"`
	}{
		a.Graph.ID(x.Value), x.Listed, x.Pass, x.Level,
		each(x.Chain, func(e engine.Edge) link { return linkOf(a, e) }), x.Lift.String(), by,
	})
}

type violation struct {
	link
	ReaderPass  int32 `json:"reader_pass"`
	OperandPass int32 `json:"operand_pass"`
}

type difference struct {
	Value    uint64 `json:"value"`
	Given    int32  `json:"given"`
	Expected int32  `json:"expected"`
}

// Verdict returns {"legal", "assignment", "violations": [a link with "reader_pass" and "operand_pass"], "differing":
// [{"value", "given", "expected"}]}.
func Verdict(a *engine.Analysis, v *engine.Verdict) []byte {
	return encode(struct {
		Legal      bool         `json:"legal"`
		Assignment bool         `json:"assignment"`
		Violations []violation  `json:"violations"`
		Differing  []difference `json:"differing"`
	}{
		v.Legal, v.Assignment,
		each(v.Violations, func(v engine.Violation) violation {
			return violation{linkOf(a, v.Edge), v.ReaderPass, v.OperandPass}
		}),
		each(v.Differing, func(d engine.Difference) difference {
			return difference{a.Graph.ID(d.Value), d.Given, d.Expected}
		}),
	})
}

type nest struct {
	Nest   uint32  `json:"nest"`
	Passes []stage `json:"passes"`
}

type stage struct {
	Pass   int32    `json:"pass"`
	Values []uint64 `json:"values"`
}

type materialized struct {
	Value   uint64   `json:"value"`
	Nest    uint32   `json:"nest"`
	Pass    int32    `json:"pass"`
	Bytes   *uint64  `json:"bytes"`
	Readers []uint64 `json:"readers"`
}

type conflict struct {
	Value   uint64   `json:"value"`
	Nest    uint32   `json:"nest"`
	Loop    int32    `json:"loop"`
	Readers []uint64 `json:"readers"`
}

type boundary struct {
	After  int32  `json:"after"`
	Values int    `json:"values"`
	Bytes  uint64 `json:"bytes"`
}

// Split returns {"nests": [{"nest", "passes": [{"pass", "values"}]}], "materialized": [{"value", "nest", "pass", "bytes",
// "readers"}], "conflicts": [{"value", "nest", "loop", "readers"}], "boundaries": [{"after", "values", "bytes"}]}. Where
// the graph gives no sizes, boundaries and bytes are null.
func Split(a *engine.Analysis, s *engine.Split) []byte {
	boundaries := each(s.Boundaries, func(b engine.Boundary) boundary { return boundary(b) })
	if a.Graph.Bytes == nil {
		boundaries = nil
	}
	return encode(struct {
		Nests        []nest         `json:"nests"`
		Materialized []materialized `json:"materialized"`
		Conflicts    []conflict     `json:"conflicts"`
		Boundaries   []boundary     `json:"boundaries"`
	}{
		nests(a, s.Stages),
		each(s.Materialized, func(m engine.Materialized) materialized {
			var bytes *uint64
			if a.Graph.Bytes != nil {
				bytes = &a.Graph.Bytes[m.Value]
			}
			return materialized{a.Graph.ID(m.Value), m.Nest, a.Pass[m.Value], bytes, ids(a, m.Readers)}
		}),
		each(s.Conflicts, func(c engine.Conflict) conflict {
			return conflict{a.Graph.ID(c.Value), c.Nest, c.Loop, ids(a, c.Readers)}
		}),
		boundaries,
	})
}

func nests(a *engine.Analysis, stages []engine.Stage) []nest {
	all := []nest{}
	for i, s := range stages {
		if i == 0 || stages[i-1].Nest != s.Nest {
			all = append(all, nest{Nest: s.Nest})
		}
		last := &all[len(all)-1]
		last.Passes = append(last.Passes, stage{s.Pass, ids(a, s.Values)})
	}
	return all
}

// Stats returns {"values", "edges", "questions", "yes", "longest_chain", "lifted", "pinned", "values_per_pass"}.
func Stats(s engine.Stats) []byte {
	return encode(struct {
		Values       int   `json:"values"`
		Edges        int   `json:"edges"`
		Questions    int   `json:"questions"`
		Yes          int   `json:"yes"`
		LongestChain int   `json:"longest_chain"`
		Lifted       int   `json:"lifted"`
		Pinned       int   `json:"pinned"`
		PerPass      []int `json:"values_per_pass"`
	}(s))
}

func ids(a *engine.Analysis, positions []uint32) []uint64 { return each(positions, a.Graph.ID) }

// each maps a list; one without elements is [] and not null in JSON.
func each[From, To any](list []From, to func(From) To) []To {
	mapped := make([]To, len(list))
	for i, item := range list {
		mapped[i] = to(item)
	}
	return mapped
}

// encode cannot fail: nothing but numbers, booleans and our own words is encoded.
func encode(answer any) []byte {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		panic(err)
	}
	return bytes.TrimSuffix(line.Bytes(), []byte("\n"))
}
