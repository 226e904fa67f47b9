package wire_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"syscall"
	"testing"

	flatbuffers "github.com/google/flatbuffers/go"

	"forcedsplit/bridge/wire"
	"forcedsplit/bridge/wire/fslg"
	"forcedsplit/engine"
)

// Places of the fields in the table of fslg.fbs.
var fieldNumbers = map[string]int{
	"value_count": 0, "ids": 1, "operand_offsets": 2, "operands": 3, "axis_offsets": 4, "axis_roles": 5,
	"axis_spaces": 6, "axis_loops": 7, "unclassified": 8, "loops": 9, "spaces": 10, "names": 11, "bytes": 12,
	"occurrence_values": 13, "occurrence_points": 14, "occurrence_consumers": 15, "name": 16, "source": 17,
	"producer": 18,
}

// spoiled is a sound buffer about to be spoiled: it knows where things are.
type spoiled []byte

func (b spoiled) at(position int) int          { return int(binary.LittleEndian.Uint32(b[position:])) }
func (b spoiled) put(position int, n uint32)   { binary.LittleEndian.PutUint32(b[position:], n) }
func (b spoiled) put16(position int, n uint16) { binary.LittleEndian.PutUint16(b[position:], n) }
func (b spoiled) table() int                   { return b.at(0) }
func (b spoiled) vtable() int                  { return b.table() - int(int32(b.at(b.table()))) }
func (b spoiled) entry(field string) int       { return b.vtable() + 4 + 2*fieldNumbers[field] }

// field is where in the table a field is, and vector where the length of a vector or string is.
func (b spoiled) field(field string) int {
	return b.table() + int(binary.LittleEndian.Uint16(b[b.entry(field):]))
}
func (b spoiled) vector(field string) int { return b.follow(b.field(field)) }
func (b spoiled) follow(position int) int { return position + b.at(position) }

func expectMalformed(t *testing.T, name string, err error, wants ...string) {
	t.Helper()
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Kind != engine.Malformed {
		t.Errorf("%s: got %v, expected a malformed graph", name, err)
		return
	}
	for _, want := range wants {
		if !strings.Contains(fault.Message, want) {
			t.Errorf("%s: %q not in %q", name, want, fault.Message)
		}
	}
}

func TestMalformedBuffersAreRefusedByNameOfTheField(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(spoiled) spoiled
		wants []string
	}{
		{"nothing", func(spoiled) spoiled { return nil }, []string{"identifier", "0 bytes"}},
		{"too short", func(b spoiled) spoiled { return b[:7] }, []string{"identifier", "7 bytes"}},
		{"other identifier", func(b spoiled) spoiled { b[5] = 'X'; return b },
			[]string{"identifier", `"FSLG" at byte 4`}},
		{"root nowhere", func(b spoiled) spoiled { b.put(0, 0); return b }, []string{"root", "offset at byte 0"}},
		{"root beyond", func(b spoiled) spoiled { b.put(0, math.MaxUint32); return b },
			[]string{"root", "4294967295"}},
		{"root cut", func(b spoiled) spoiled { b.put(0, uint32(len(b)-3)); return b }, []string{"root", "table"}},
		{"vtable before", func(b spoiled) spoiled { b.put(b.table(), math.MaxInt32); return b },
			[]string{"vtable", "outside"}},
		{"vtable beyond", func(b spoiled) spoiled { b.put(b.table(), 1<<31); return b },
			[]string{"vtable", "outside"}},
		{"vtable odd", func(b spoiled) spoiled { b.put16(b.vtable(), 7); return b }, []string{"vtable", "found 7"}},
		{"vtable tiny", func(b spoiled) spoiled { b.put16(b.vtable(), 2); return b }, []string{"vtable", "found 2"}},
		{"vtable long", func(b spoiled) spoiled { b.put16(b.vtable(), 65534); return b },
			[]string{"vtable", "65534"}},
		{"table tiny", func(b spoiled) spoiled { b.put16(b.vtable()+2, 4); return b },
			[]string{"value_count", "table of 4 bytes"}},
		{"field in front", func(b spoiled) spoiled { b.put16(b.entry("ids"), 2); return b }, []string{"ids: "}},
		{"field outside", func(b spoiled) spoiled { b.put16(b.entry("bytes"), 60000); return b },
			[]string{"bytes: "}},
		{"too few names", func(b spoiled) spoiled { b.put(b.vector("names"), 2); return b },
			[]string{"names has 2", "expected 3"}},
		{"too few offsets", func(b spoiled) spoiled { b.put(b.vector("axis_offsets"), 3); return b },
			[]string{"axis_offsets has 3", "4"}},
		{"too many values", func(b spoiled) spoiled { b.put(b.field("value_count"), math.MaxUint32); return b },
			[]string{"axis_offsets has 4", "4294967296"}},
	} {
		_, err := wire.Decode(test.spoil(spoiled(encodedSample(t))))
		expectMalformed(t, test.name, err, test.wants...)
	}
}

func TestVectorsThatLeadNowhereOrClaimTooMuchAreRefusedByName(t *testing.T) {
	for field := range fieldNumbers {
		if field == "value_count" {
			continue
		}
		for name, spoil := range map[string]func(spoiled){
			"offset 0":        func(b spoiled) { b.put(b.field(field), 0) },
			"offset beyond":   func(b spoiled) { b.put(b.field(field), math.MaxUint32) },
			"offset to end":   func(b spoiled) { b.put(b.field(field), uint32(len(b)-b.field(field))) },
			"length cut":      func(b spoiled) { b.put(b.field(field), uint32(len(b)-b.field(field)-2)) },
			"claims billions": func(b spoiled) { b.put(b.vector(field), math.MaxUint32) },
			"one too many":    func(b spoiled) { b.put(b.vector(field), uint32(len(b)-b.vector(field)-3)) },
		} {
			b := spoiled(encodedSample(t))
			spoil(b)
			_, err := wire.Decode(b)
			expectMalformed(t, field+" "+name, err, field+": ", "byte")
			if _, err := wire.DecodeLabels(b); err == nil {
				t.Errorf("%s %s: labels were read", field, name)
			}
		}
	}
}

func TestClaimsOfBillionsAllocateNothingOfThatSize(t *testing.T) {
	b := spoiled(shifted(encodedSample(t), 1)) // unaligned: what is accepted would be copied
	b.put(b.vector("ids"), math.MaxUint32)
	if bytes := allocatedBytes(func() { _, _ = wire.Decode(b) }); bytes > 1<<20 {
		t.Errorf("%d bytes were allocated", bytes)
	}
}

func allocatedBytes(act func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	act()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestStringsAreCheckedEachByItsPlace(t *testing.T) {
	for _, list := range []string{"names", "spaces"} {
		row := func(b spoiled) int { return b.vector(list) + 4 + 4 } // the second entry
		for name, spoil := range map[string]func(spoiled){
			"offset 0":        func(b spoiled) { b.put(row(b), 0) },
			"offset beyond":   func(b spoiled) { b.put(row(b), 1<<30) },
			"claims billions": func(b spoiled) { b.put(b.follow(row(b)), math.MaxUint32) },
		} {
			b := spoiled(encodedSample(t))
			spoil(b)
			_, err := wire.Decode(b)
			expectMalformed(t, list+" "+name, err, list+"[1]: ", "byte")
		}
		b := spoiled(encodedSample(t))
		b[b.follow(b.vector(list)+4)+4] = 0xff // the first letter of the first entry
		_, err := wire.Decode(b)
		expectMalformed(t, list+" no UTF-8", err, list+"[0]: ", "UTF-8", "byte")
	}
	for _, text := range []string{"name", "source", "producer"} {
		b := spoiled(encodedSample(t))
		b[b.vector(text)+4] = 0xff
		_, err := wire.Decode(b)
		expectMalformed(t, text+" no UTF-8", err, text+": ", "UTF-8")
	}
}

func TestStringsNeedNoNULAndBuffersNoPadding(t *testing.T) {
	g, labels := sample()
	labels.Name, labels.Source, labels.Producer, labels.Spaces, labels.Names = "last", "", "", nil, nil
	g.SpaceCount = 0
	buf := encoded(t, g, labels) // the name is written first, so it comes last
	end := strings.Index(string(buf), "last") + len("last")
	for cut, buf := range map[string][]byte{"plain": buf[:end], "size-prefixed": sizePrefixed(buf)[:end+4]} {
		gotGraph, gotLabels := decode(t, buf)
		expectSame(t, cut, gotGraph, g)
		expectSame(t, cut, gotLabels, labels)
	}
}

func TestSizePrefixIsChecked(t *testing.T) {
	for name, size := range map[string]uint32{
		"billions": math.MaxUint32, "eight more": 8, "nothing": 0, "too small": 7,
	} {
		b := spoiled(sizePrefixed(encodedSample(t)))
		if name == "eight more" {
			size += uint32(len(b) - 4)
		}
		b.put(0, size)
		_, err := wire.Decode(b)
		expectMalformed(t, name, err, "size prefix at byte 0")
	}
}

func TestBytesBehindASizePrefixedBufferAreNotRead(t *testing.T) {
	g, _ := sample()
	buf := append(sizePrefixed(encodedSample(t)), "what follows in the stream"...)
	got, _ := decode(t, buf)
	expectSame(t, "graph", got, g)

	b := spoiled(buf)
	last := b[4:].vector("ids") // a vector that would take what follows as its own
	b[4:].put(last, uint32(len(b)-4-last-4)/8)
	_, err := wire.Decode(b)
	expectMalformed(t, "into what follows", err, "ids: ")
}

func TestFieldsOfLaterSchemasAreIgnored(t *testing.T) {
	b := flatbuffers.NewBuilder(0)
	fslg.GraphStartAxisOffsetsVector(b, 2)
	b.PrependUint32(0)
	b.PrependUint32(0)
	offsets := b.EndVector(2)
	b.StartObject(25)
	fslg.GraphAddValueCount(b, 1)
	fslg.GraphAddAxisOffsets(b, offsets)
	b.PrependUint64Slot(24, 12345, 0)
	b.FinishWithFileIdentifier(b.EndObject(), []byte("FSLG"))
	g, _ := decode(t, b.FinishedBytes())
	expectSame(t, "graph", g, engine.Graph{Count: 1, AxisOffsets: []uint32{0, 0}})
}

func TestBuffersOverTwoGiBAreRefusedUnread(t *testing.T) {
	unreadable, err := syscall.Mmap(-1, 0, wire.MaxSize+1, syscall.PROT_NONE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(unreadable) }()
	var fault *engine.Error
	if _, err := wire.Decode(unreadable); !errors.As(err, &fault) || fault.Kind != engine.TooLarge {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(fault.Message, "2147483648 bytes, the limit is 2147483647") {
		t.Error(fault.Message)
	}
}

// sharingNames is a buffer of no values and many names, all of them the same bytes.
func sharingNames(count, length int) []byte {
	b := flatbuffers.NewBuilder(0)
	shared := b.CreateString(strings.Repeat("x", length))
	names := make([]flatbuffers.UOffsetT, count)
	for i := range names {
		names[i] = shared
	}
	vector := b.CreateVectorOfTables(names)
	b.StartObject(19)
	fslg.GraphAddNames(b, vector)
	b.FinishWithFileIdentifier(b.EndObject(), []byte("FSLG"))
	return b.FinishedBytes()
}

// Without a limit, or with one that is not the buffer's own, these names are 8·10⁹ bytes to look at.
func TestNamesThatShareBytesAreLimitedInAll(t *testing.T) {
	var fault *engine.Error
	if _, err := wire.Decode(sharingNames(2_000, 4_000_000)); !errors.As(err, &fault) || fault.Kind != engine.TooLarge {
		t.Fatalf("%v", err)
	}
	if !strings.HasPrefix(fault.Message, "names[16]: all strings together") { // 17 times 4 MB are over 16 times 4.008 MB
		t.Error(fault.Message)
	}
}

func TestNamesMayShareBytes(t *testing.T) {
	// 16 names are never over the limit, and so are many that are as short as names are.
	for count, length := range map[int]int{16: 1_000_000, 50_000: 60} {
		_, err := wire.Decode(sharingNames(count, length))
		expectMalformed(t, "names", err, "expected 0, one for each value") // all were looked at
	}
}

// small is a real graph.
func small(t testing.TB) []byte {
	graph, err := wire.FromJSON(readFile(t, dataFolder+"/cross_iteration_stamped.json"))
	if err != nil {
		t.Fatal(err)
	}
	return encoded(t, graph.Graph, graph.Labels)
}

func TestEveryTruncationIsAnsweredWithAGraphOrAnError(t *testing.T) {
	for _, buf := range [][]byte{small(t), sizePrefixed(small(t)), encodedSample(t)} {
		for length := range buf {
			probe(t, buf[:length:length])
		}
	}
}

func TestEveryChangedByteIsAnsweredWithAGraphOrAnError(t *testing.T) {
	for _, buf := range [][]byte{small(t), sizePrefixed(encodedSample(t))} {
		for i := range buf {
			before := buf[i]
			for value := range 256 {
				buf[i] = byte(value)
				if _, err := wire.Decode(buf); err == nil && value&(value-1) == 0 {
					probe(t, buf)
				}
			}
			buf[i] = before
		}
	}
}

// probe decodes, and uses whatever comes out of it.
func probe(t testing.TB, buf []byte) {
	g, err := wire.Decode(buf)
	var fault *engine.Error
	if err != nil {
		if !errors.As(err, &fault) || fault.Message == "" {
			t.Fatalf("%v", err)
		}
		return
	}
	labels, err := wire.DecodeLabels(buf)
	if err != nil {
		t.Fatalf("the columns were read, the labels not: %v", err)
	}
	again := encoded(t, g, labels)
	back, backLabels := decode(t, again)
	expectSame(t, "graph", back, g)
	expectSame(t, "labels", backLabels, labels)
	if engine.Validate(&g) == nil {
		if err := wire.ToJSON(io.Discard, &g, &labels); err != nil {
			t.Fatal(err)
		}
	}
}
