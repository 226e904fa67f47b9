package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"forcedsplit/engine"
)

// What may stand at a place of the JSON form. Nothing is read loosely: keys are told apart by case, numbers are
// integers that are written as such, and null stands only where something may be left out. Python's graph_from_json
// reads by the same rules and finds the same fault first: testdata/json_cases.json is for both.

// object is a JSON object by its keys. Of a key that is given twice the last one counts.
type object map[string]json.RawMessage

// A fault is what is wrong at a path below some place, and the ids of the values that it is about.
type fault struct {
	path, message string
	values        []uint64
}

func faultf(format string, args ...any) *fault { return &fault{message: fmt.Sprintf(format, args...)} }

func expected(what string, raw json.RawMessage) *fault {
	return faultf("expected %s, found %s", what, found(raw))
}

// in puts a step before the path; no fault stays none.
func (f *fault) in(step string) *fault {
	if f != nil {
		f.path = step + f.path
	}
	return f
}

func (f *fault) at(place string) *engine.Error {
	return engine.MalformedError(f.values, "%s%s: %s", place, f.path, f.message)
}

func place(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// told reports whether something is there that is not null.
func told(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] != 'n' }

func begins(raw json.RawMessage, with byte) bool { return len(raw) > 0 && raw[0] == with }

func readObject(raw json.RawMessage) (read object, _ *fault) {
	if !begins(raw, '{') || json.Unmarshal(raw, &read) != nil {
		return nil, expected("an object", raw)
	}
	return read, nil
}

// readList returns nil where nothing is told.
func readList(raw json.RawMessage) (read []json.RawMessage, _ *fault) {
	if !told(raw) {
		return nil, nil
	}
	if !begins(raw, '[') || json.Unmarshal(raw, &read) != nil {
		return nil, expected("a list", raw)
	}
	return read, nil
}

func readString(raw json.RawMessage) (read string, _ *fault) {
	if !begins(raw, '"') || json.Unmarshal(raw, &read) != nil {
		return "", expected("a string", raw)
	}
	return read, nil
}

// readText returns "" where nothing is told.
func readText(raw json.RawMessage) (string, *fault) {
	if !told(raw) {
		return "", nil
	}
	return readString(raw)
}

// readUnsigned reads an integer from 0 to limit without going through floating point.
func readUnsigned(raw json.RawMessage, limit uint64) (uint64, *fault) {
	digits := string(raw)
	if digits == "-0" {
		digits = "0"
	}
	read, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || read > limit {
		return 0, expected(fmt.Sprintf("an integer from 0 to %d", limit), raw)
	}
	return read, nil
}

func readID(raw json.RawMessage) (uint64, *fault) { return readUnsigned(raw, math.MaxUint64) }

func readInt32(raw json.RawMessage) (int32, *fault) {
	read, err := strconv.ParseInt(string(raw), 10, 32)
	if err != nil {
		return 0, expected(fmt.Sprintf("an integer from %d to %d", math.MinInt32, math.MaxInt32), raw)
	}
	return int32(read), nil
}

// readRow reads a list of exactly so many ids; shape is what it is for.
func readRow(raw json.RawMessage, shape string, count int) ([]uint64, *fault) {
	var entries []json.RawMessage
	if !begins(raw, '[') || json.Unmarshal(raw, &entries) != nil {
		return nil, expected(shape, raw)
	}
	if len(entries) != count {
		return nil, faultf("expected %s, found a list of %d", shape, len(entries))
	}
	row := make([]uint64, count)
	for k, entry := range entries {
		n, fault := readID(entry)
		if fault != nil {
			return nil, fault
		}
		row[k] = n
	}
	return row, nil
}

// found says in a few words what stands at a place.
func found(raw json.RawMessage) string {
	switch {
	case len(raw) == 0:
		return "nothing"
	case raw[0] == '{':
		return "an object"
	case raw[0] == '[':
		return "a list"
	case raw[0] == '"':
		var text string
		_ = json.Unmarshal(raw, &text) // sound: the whole text has been read
		return quoted(text)
	}
	short := shorten(string(raw))
	return short + dots(string(raw), short)
}
