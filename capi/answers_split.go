package main

/*
#include "answer_blocks.h"
*/
import "C"

import (
	"unsafe"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

func putSplit(out *unsafe.Pointer, a *engine.Analysis, split *engine.Split) error {
	json := render.Split(a, split)
	sizes := sizesOf(split)
	sizes.json = C.size_t(len(json))
	made := C.forcedsplit_split_new(sizes)
	if made == nil {
		return errNoMemory
	}
	*out = unsafe.Pointer(made)
	putText(made.json, json)
	ids := idRoom{a.Graph, unsafe.Slice((*uint64)(C.forcedsplit_split_ids(made)), sizes.ids)}
	putStages(made, split.Stages, &ids)
	putMaterialized(made, a, split.Materialized, &ids)
	putConflicts(made, a.Graph, split.Conflicts, &ids)
	made.has_sizes = flagOf(a.Graph.Bytes != nil)
	boundaries := unsafe.Slice(made.boundaries, made.boundary_count)
	for i, b := range split.Boundaries {
		boundaries[i].after = C.int32_t(b.After)
		boundaries[i].value_count = C.size_t(b.Values)
		boundaries[i].bytes = C.uint64_t(b.Bytes)
	}
	return nil
}

func sizesOf(split *engine.Split) C.forcedsplit_split_sizes {
	ids := 0
	for _, s := range split.Stages {
		ids += len(s.Values)
	}
	for _, m := range split.Materialized {
		ids += len(m.Readers)
	}
	for _, c := range split.Conflicts {
		ids += len(c.Readers)
	}
	return C.forcedsplit_split_sizes{
		stages:       C.size_t(len(split.Stages)),
		materialized: C.size_t(len(split.Materialized)),
		conflicts:    C.size_t(len(split.Conflicts)),
		boundaries:   C.size_t(len(split.Boundaries)),
		ids:          C.size_t(ids),
	}
}

// idRoom is the room in a block for lists of ids that is not taken yet.
type idRoom struct {
	graph *engine.Graph
	room  []uint64
}

// put takes room for the ids of positions, and returns where they are and how many.
func (r *idRoom) put(positions []uint32) (first *C.uint64_t, count C.size_t) {
	for i, position := range positions {
		r.room[i] = r.graph.ID(position)
	}
	first = (*C.uint64_t)(unsafe.SliceData(r.room))
	r.room = r.room[len(positions):]
	return first, C.size_t(len(positions))
}

func putStages(made *C.fsl_split, all []engine.Stage, ids *idRoom) {
	stages := unsafe.Slice(made.stages, made.stage_count)
	for i, s := range all {
		stages[i].nest = C.uint32_t(s.Nest)
		stages[i].pass = C.int32_t(s.Pass)
		stages[i].values, stages[i].value_count = ids.put(s.Values)
	}
}

func putMaterialized(made *C.fsl_split, a *engine.Analysis, all []engine.Materialized, ids *idRoom) {
	materialized := unsafe.Slice(made.materialized, made.materialized_count)
	for i, m := range all {
		materialized[i].value = C.uint64_t(a.Graph.ID(m.Value))
		if a.Graph.Bytes != nil {
			materialized[i].bytes = C.uint64_t(a.Graph.Bytes[m.Value])
		}
		materialized[i].nest = C.uint32_t(m.Nest)
		materialized[i].pass = C.int32_t(a.Pass[m.Value])
		materialized[i].readers, materialized[i].reader_count = ids.put(m.Readers)
	}
}

func putConflicts(made *C.fsl_split, g *engine.Graph, all []engine.Conflict, ids *idRoom) {
	conflicts := unsafe.Slice(made.conflicts, made.conflict_count)
	for i, c := range all {
		conflicts[i].value = C.uint64_t(g.ID(c.Value))
		conflicts[i].nest = C.uint32_t(c.Nest)
		conflicts[i].loop = C.int32_t(c.Loop)
		conflicts[i].readers, conflicts[i].reader_count = ids.put(c.Readers)
	}
}
