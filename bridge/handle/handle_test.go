package handle

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestTakeReturnsWhatWasSaved(t *testing.T) {
	first, second := new(int), new(string)
	a, b := Save(first), Save(second)
	if got, ok := Take(b); !ok || got != second {
		t.Errorf("Take(b) = %v, %v, want the second object", got, ok)
	}
	if got, ok := Take(a); !ok || got != first {
		t.Errorf("Take(a) = %v, %v, want the first object", got, ok)
	}
}

func TestNilKeyIsNoObject(t *testing.T) {
	if got, ok := Take(nil); ok {
		t.Errorf("Take(nil) = %v, want nothing", got)
	}
}

func TestTakeLetsGoOfTheObject(t *testing.T) {
	collected := make(chan struct{})
	object := new([1 << 16]byte)
	runtime.SetFinalizer(object, func(*[1 << 16]byte) { close(collected) })
	key := Save(object)
	runtime.GC()
	select {
	case <-collected:
		t.Fatal("collected while its key was alive")
	default:
	}
	if got, ok := Take(key); !ok || got != object {
		t.Fatalf("Take = %v, %v", got, ok)
	}
	object = nil
	for range 100 {
		runtime.GC()
		select {
		case <-collected:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("still reachable after Take")
}

func TestKeysFromManyGoroutinesDoNotMix(t *testing.T) {
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 1000 {
				want := [2]int{worker, i}
				if got, ok := Take(Save(want)); !ok || got != want {
					t.Errorf("Take = %v, %v, want %v", got, ok, want)
					return
				}
			}
		})
	}
	all.Wait()
}
