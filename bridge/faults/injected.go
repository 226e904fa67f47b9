//go:build forcedsplit_faults

package faults

import "sync/atomic"

// Injected says whether faults can be ordered at all.
const Injected = true

const orderSize = 8

// At panics if the last bytes of graph order a fault at this place.
func At(place Place, graph []byte) {
	if len(graph) < orderSize {
		return
	}
	switch order := string(graph[len(graph)-orderSize:]); {
	case place == Decoding && order == "!panic!!":
		panic("ordered by a test")
	case place == Decoding && order == "!meet!!!":
		meet()
	case place == Decoding && order == "!index!!":
		_ = graph[len(graph)+int(place)]
	case place == Asking && order == "!asking!":
		panic("ordered by a test before the predicate")
	case place == Answered && order == "!answer!":
		panic("ordered by a test after the predicate")
	case place == Editing && order == "!edited!":
		panic("ordered by a test for an edit")
	}
}

// here counts the calls that are in meet, or were and met another.
var here atomic.Int32

// meet panics with whether another call was in it at the same time. It waits in a loop that lets nobody else in: where
// only one thread may run Go code, nobody comes.
func meet() {
	const patience = 500_000_000
	here.Add(1)
	for i := 0; i < patience && here.Load() < 2; i++ {
	}
	if here.Load() >= 2 {
		panic("met another")
	}
	here.Add(-1)
	panic("met nobody")
}
