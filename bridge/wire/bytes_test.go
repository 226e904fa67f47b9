package wire_test

import (
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// threeGraphs are the real graphs whose every byte is tried.
var threeGraphs = []string{"cross_iteration_stamped", "energy_aux", "singles_auxocc"}

// soak reports whether tests shall run their long versions.
func soak() bool { return os.Getenv("FORCEDSPLIT_SOAK") != "" }

// Cut short anywhere, a real graph is refused, or is the same graph where only padding is gone; always with words.
func TestEveryTruncationOfThreeRealGraphsIsRefusedInWords(t *testing.T) {
	for _, name := range threeGraphs {
		whole := readFile(t, dataFolder+"/"+name+".fslg")
		want, _ := decode(t, whole)
		for _, buf := range [][]byte{whole, sizePrefixed(whole)} {
			refused := 0
			for length := range buf {
				g, err := wire.Decode(slices.Clone(buf[:length]))
				if err != nil {
					expectTold(t, err)
					refused++
					continue
				}
				expectSame(t, name, g, want)
			}
			if refused < len(buf)-8 {
				t.Errorf("%s: of %d truncations only %d were refused", name, len(buf), refused)
			}
		}
	}
}

// With any byte changed to any other value, a real graph is refused in words or answered soundly.
func TestEveryChangedByteOfThreeRealGraphsIsRefusedInWordsOrAnswered(t *testing.T) {
	const part = 2048
	var tried, accepted atomic.Int64
	t.Cleanup(func() {
		if a, n := accepted.Load(), tried.Load(); a == 0 || a == n {
			t.Errorf("%d changes were accepted of %d", a, n)
		}
	})
	for _, name := range threeGraphs {
		whole := readFile(t, dataFolder+"/"+name+".fslg")
		for first := 0; first < len(whole); first += part {
			t.Run(fmt.Sprintf("%s from byte %d", name, first), func(t *testing.T) {
				t.Parallel()
				last := min(first+part, len(whole))
				accepted.Add(changeEveryByte(t, shifted(whole, 0), first, last))
				tried.Add(255 * int64(last-first))
			})
		}
	}
}

// changeEveryByte tries all other values of some of a graph's bytes, and returns how many of them gave levels.
func changeEveryByte(t *testing.T, buf []byte, first, last int) (accepted int64) {
	for at := first; at < last; at++ {
		right := buf[at]
		for flip := 1; flip < 256; flip++ {
			buf[at] = right ^ byte(flip)
			if answerOrRefusal(t, buf, flip) {
				accepted++
			}
		}
		buf[at] = right
	}
	return accepted
}

// answerOrRefusal decodes and computes once, with a predicate that answers by turns, and reports whether there were
// levels. A change of a single bit is looked at thoroughly, any other unless soaking only for what max_pass has to be.
func answerOrRefusal(t *testing.T, buf []byte, flip int) (answered bool) {
	g, err := wire.Decode(buf)
	if err != nil {
		expectTold(t, err)
		return false
	}
	if flip&(flip-1) == 0 || soak() {
		expectSoundLevels(t, &g)
	}
	levels := engine.NewLevels(g.Count)
	err = engine.Compute(&g, engine.AskEach(&g, func(reader, source uint64) (bool, error) {
		return (reader+source)%2 == 0, nil
	}), levels)
	if err != nil {
		expectTold(t, err)
		return false
	}
	if largest := slices.Max(append(levels.Passes, 0)); largest != levels.MaxPass {
		t.Fatalf("max_pass is %d, the largest pass %d", levels.MaxPass, largest)
	}
	if least := slices.Min(append(levels.Passes, 0)); least < engine.Absent || int(levels.MaxPass) > g.Count {
		t.Fatalf("passes go from %d to %d", least, levels.MaxPass)
	}
	return true
}
