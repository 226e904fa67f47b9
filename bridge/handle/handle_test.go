package handle

import (
	"sync"
	"testing"
)

func TestGetReturnsWhatWasSaved(t *testing.T) {
	first, second := new(int), new(string)
	a, b := Save(first), Save(second)
	if got := Get(b); got != second {
		t.Errorf("Get(b) = %v, want the second object", got)
	}
	if got := Get(a); got != first {
		t.Errorf("Get(a) = %v, want the first object", got)
	}
}

func TestKeysFromManyGoroutinesDoNotMix(t *testing.T) {
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 1000 {
				want := [2]int{worker, i}
				if got := Get(Save(want)); got != want {
					t.Errorf("Get = %v, want %v", got, want)
					return
				}
			}
		})
	}
	all.Wait()
}
