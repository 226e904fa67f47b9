package main

/*
#include "answer_blocks.h"
#include "error.h"
#include "levels.h"
#include "session.h"
*/
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"unsafe"

	"forcedsplit/bridge/faults"
	"forcedsplit/bridge/handle"
	"forcedsplit/bridge/predicate"
	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
	"forcedsplit/engine/session"
)

// sessions is the Go object behind a handle, and behind the next one in the same place of the table.
type sessions struct {
	current *session.Session // nil: none, or one that met a fault of the library
	axes    []session.Axis   // of the cell of a call
}

var errBroken = errors.New("the session met a fault in the library earlier, and can only be destroyed")

// sessionsOf returns the Go object of a block, which it has from its first use on.
func sessionsOf(block *C.forcedsplit_session) *sessions {
	if block.go_key == nil {
		block.go_key = unsafe.Pointer(handle.Save(&sessions{}))
	}
	return handle.Get(handle.Key(block.go_key)).(*sessions)
}

//export forcedsplit_go_session_create
func forcedsplit_go_session_create(
	args *C.fsl_levels_args, block *C.forcedsplit_session, outError **C.fsl_error,
) (status C.fsl_status) {
	defer recoverAs(&status, outError)
	g, err := wire.Decode(graphOf(args))
	if err != nil {
		return fail(outError, err)
	}
	made, err := session.New(&g, predicate.Ask(&g, unsafe.Pointer(args)))
	if err != nil {
		return fail(outError, err)
	}
	sessionsOf(block).current = made
	return C.FSL_OK
}

//export forcedsplit_go_session_end
func forcedsplit_go_session_end(block *C.forcedsplit_session) C.fsl_status {
	*sessionsOf(block) = sessions{}
	return C.FSL_OK
}

// editing has a session make one edit. A session that met a fault of the library, or that there was no memory to tell the
// answer of, is not used again: nobody could say what it has told.
func editing(
	block *C.forcedsplit_session, outError **C.fsl_error, edit func(s *session.Session) error,
) (status C.fsl_status) {
	held := sessionsOf(block)
	s := held.current
	if s == nil {
		return fail(outError, errBroken)
	}
	defer recoverAs(&status, outError)
	held.current = nil
	if err := edit(s); err != nil {
		if status, _, _ := statusOf(err); status != C.FSL_ERROR_INTERNAL {
			held.current = s
		}
		return fail(outError, err)
	}
	held.current = s
	return C.FSL_OK
}

//export forcedsplit_go_session_add_value
func forcedsplit_go_session_add_value(
	block *C.forcedsplit_session, id C.uint64_t, listed C.int32_t, axes *C.fsl_axis, axisCount C.size_t,
	outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		if faults.Injected {
			faults.At(faults.Editing, binary.LittleEndian.AppendUint64(nil, uint64(id)))
		}
		return s.AddValue(uint64(id), sessionsOf(block).cellOf(listed, axes, axisCount))
	})
}

//export forcedsplit_go_session_set_cell
func forcedsplit_go_session_set_cell(
	block *C.forcedsplit_session, id C.uint64_t, listed C.int32_t, axes *C.fsl_axis, axisCount C.size_t,
	outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		return s.SetCell(uint64(id), sessionsOf(block).cellOf(listed, axes, axisCount))
	})
}

// cellOf is a cell of the caller's, in axes that serve for one call.
func (h *sessions) cellOf(listed C.int32_t, axes *C.fsl_axis, count C.size_t) session.Cell {
	h.axes = h.axes[:0]
	for _, axis := range unsafe.Slice(axes, count) {
		h.axes = append(h.axes, session.Axis{Role: engine.Role(axis.role), Loop: int32(axis.loop)})
	}
	return session.Cell{Listed: listed != 0, Axes: h.axes}
}

//export forcedsplit_go_session_remove_value
func forcedsplit_go_session_remove_value(
	block *C.forcedsplit_session, id C.uint64_t, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error { return s.RemoveValue(uint64(id)) })
}

//export forcedsplit_go_session_add_operand
func forcedsplit_go_session_add_operand(
	block *C.forcedsplit_session, reader, operand C.uint64_t, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		return s.AddOperand(uint64(reader), uint64(operand))
	})
}

//export forcedsplit_go_session_remove_operand
func forcedsplit_go_session_remove_operand(
	block *C.forcedsplit_session, reader, operand C.uint64_t, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		return s.RemoveOperand(uint64(reader), uint64(operand))
	})
}

//export forcedsplit_go_session_set_inside
func forcedsplit_go_session_set_inside(
	block *C.forcedsplit_session, reader, source C.uint64_t, inside C.int32_t, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		if inside < 0 {
			return s.AskAgain(uint64(reader), uint64(source))
		}
		return s.SetInside(uint64(reader), uint64(source), inside > 0)
	})
}

//export forcedsplit_go_session_update
func forcedsplit_go_session_update(
	block *C.forcedsplit_session, args *C.fsl_levels_args, out *unsafe.Pointer, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		changes, err := s.Update(predicate.Ask(s.Graph(), unsafe.Pointer(args)))
		if err != nil {
			return err
		}
		made := C.forcedsplit_changes_new(C.size_t(len(changes)))
		if made == nil {
			return errNoMemory
		}
		*out = unsafe.Pointer(made)
		made.max_pass = C.int32_t(s.MaxPass())
		told := unsafe.Slice(made.changes, made.count)
		for i, c := range changes {
			told[i].value = C.uint64_t(c.ID)
			told[i].before, told[i].after = C.int32_t(c.Before), C.int32_t(c.After)
			told[i].flags_before, told[i].flags_after = C.uint32_t(c.FlagsBefore), C.uint32_t(c.FlagsAfter)
		}
		return nil
	})
}

//export forcedsplit_go_session_levels
func forcedsplit_go_session_levels(
	block *C.forcedsplit_session, levels *C.forcedsplit_levels, outError **C.fsl_error,
) C.fsl_status {
	return editing(block, outError, func(s *session.Session) error {
		count := s.Count()
		if C.forcedsplit_levels_make_room(levels, C.size_t(count), 1) == 0 {
			return fmt.Errorf("no memory for the levels of %d values", count)
		}
		columns := engine.Levels{
			Passes: unsafe.Slice((*int32)(unsafe.Pointer(levels.passes)), count),
			Flags:  unsafe.Slice((*uint8)(unsafe.Pointer(levels.flags)), count),
		}
		if err := s.Levels(unsafe.Slice((*uint64)(unsafe.Pointer(levels.ids)), count), &columns); err != nil {
			return err
		}
		levels.count, levels.max_pass = C.size_t(count), C.int32_t(columns.MaxPass)
		levels.hash_seed = C.uint64_t(rand.Uint64())
		return nil
	})
}
