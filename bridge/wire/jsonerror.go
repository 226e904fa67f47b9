package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"forcedsplit/engine"
)

// id is an unsigned 64-bit integer that has to be there and to be exact.
type id uint64

// UnmarshalJSON reads a number without going through floating point, and refuses null.
func (n *id) UnmarshalJSON(text []byte) error {
	exact, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return fmt.Errorf("%.40s is no unsigned 64-bit integer", text)
	}
	*n = id(exact)
	return nil
}

// readNumbers reads a list of exactly so many ids; shape is what it is for.
func readNumbers(list string, i int, raw json.RawMessage, shape string, count int) ([]uint64, *engine.Error) {
	var row []id
	if err := json.Unmarshal(raw, &row); err != nil {
		return nil, jsonError(place(list, i), err)
	}
	if len(row) != count {
		return nil, engine.MalformedError(nil, "%s: expected %s, found %.40s", place(list, i), shape, raw)
	}
	numbers := make([]uint64, count)
	for k, n := range row {
		numbers[k] = uint64(n)
	}
	return numbers, nil
}

func place(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// jsonError says in the words of the JSON form, not of Go, what is wrong at a place.
func jsonError(place string, err error) *engine.Error {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return engine.MalformedError(nil, "%s: %v, at byte %d", place, err, syntax.Offset)
	case errors.As(err, &wrongType):
		if wrongType.Field != "" {
			place += "." + strings.ToLower(wrongType.Field) // the keys of the JSON form are Go's names in small letters
		}
		return engine.MalformedError(nil, "%s: expected %s, found %s", place, wordFor(wrongType.Type), wrongType.Value)
	}
	return engine.MalformedError(nil, "%s: %v", place, err)
}

func wordFor(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a string"
	}
	return fmt.Sprintf("an integer of %d bits", t.Bits())
}
