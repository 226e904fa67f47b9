package main

import (
	"encoding/json"
	"io"
	"slices"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

// answer is what printJSON prints; every list is sorted by id.
type answer struct {
	Name    string      `json:"name"`
	MaxPass int32       `json:"max_pass"`
	PassOf  [][2]uint64 `json:"pass_of"` // id and pass of every listed value
	Carried []uint64    `json:"carried"`
	Pinned  []uint64    `json:"pinned"`
	// Stats is there only where it was asked for.
	Stats json.RawMessage `json:"stats,omitempty"`
}

// printJSON prints the answer as one JSON object on one line.
func printJSON(out io.Writer, loaded *input, result *engine.Levels, stats *statistics) error {
	a := answer{
		Name: loaded.labels.Name, MaxPass: result.MaxPass,
		PassOf: [][2]uint64{}, Carried: []uint64{}, Pinned: []uint64{},
	}
	for _, v := range positionsByID(&loaded.graph) {
		id := loaded.graph.ID(v)
		if pass := result.Passes[v]; pass != engine.Absent {
			a.PassOf = append(a.PassOf, [2]uint64{id, uint64(pass)})
		}
		if result.Flags[v]&engine.Carried != 0 {
			a.Carried = append(a.Carried, id)
		}
		if result.Flags[v]&engine.Pinned != 0 {
			a.Pinned = append(a.Pinned, id)
		}
	}
	if stats != nil {
		a.Stats = render.Stats(stats.Stats)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(a)
}

// positionsByID returns all positions, sorted by the ids of the values there.
func positionsByID(g *engine.Graph) []uint32 {
	positions := make([]uint32, g.Count)
	for v := range positions {
		positions[v] = uint32(v)
	}
	if g.IDs != nil {
		slices.SortFunc(positions, func(a, b uint32) int {
			if g.IDs[a] < g.IDs[b] {
				return -1
			}
			return 1 // ids are unique
		})
	}
	return positions
}
