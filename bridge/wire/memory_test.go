package wire_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// list is a JSON graph of one list that is as many entries as can be, and the rest of what has to be there.
func list(name, entry string) string {
	const size = 2 << 20
	text := `{"` + name + `":[` + strings.Repeat(entry+",", size/(len(entry)+1)) + entry + `]`
	for _, other := range []string{"values", "edges"} {
		if other != name {
			text += `,"` + other + `":[]`
		}
	}
	return text + "}"
}

// JSON is read list by list, so what costs the most is many entries of few bytes. README, Limits, states the bound.
// Each text is measured in a process of its own.
func TestJSONMakesMemoryGrowByAMultipleOfItsSizeAtMost(t *testing.T) {
	const multiple, child = 100, "FORCEDSPLIT_TEST_JSON"
	texts := []string{
		list("values", "0"), list("edges", "0"), list("loops", "{}"), list("inside", "[]"), list("occurrences", "0"),
		`{"values":[{"id":0,"roles":[` + strings.Repeat(`{},`, 1<<19) + `0]}],"edges":[]}`,
	}
	if chosen, err := strconv.Atoi(os.Getenv(child)); err == nil {
		text := []byte(texts[chosen])
		before := peak(t)
		if read, err := wire.FromJSON(text); err == nil {
			_ = engine.Compute(&read.Graph, nil, engine.NewLevels(read.Graph.Count))
		}
		if grown := peak(t) - before; grown > multiple*int64(len(text)) {
			t.Errorf("%.60s…: %d bytes, memory grew by %d", text, len(text), grown)
		}
		return
	}
	for i := range texts {
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), child+"="+strconv.Itoa(i))
		if said, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
	}
}

// peak is the most memory that this process has had resident, in bytes.
func peak(t *testing.T) int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return usage.Maxrss * 1024
}
