package engine

import "hash/maphash"

// index finds the row of a key in a column of 64-bit keys, in constant time whatever the keys are: they come from
// strangers, so the hash is seeded anew for each index.
type index struct {
	keys  []uint64
	slots []uint32 // row+1, 0 where free; a power of two, at most half of them taken
	seed  maphash.Seed
}

// indexOf returns the index of a column, or the first row whose key an earlier row has, and that row.
func indexOf(keys []uint64) (x *index, row, earlier int, unique bool) {
	size := 2
	for size < 2*len(keys) {
		size *= 2
	}
	x = &index{keys: keys, slots: make([]uint32, size), seed: maphash.MakeSeed()}
	for row, key := range keys {
		slot := x.slotOf(key)
		if taken := x.slots[slot]; taken != 0 {
			return nil, row, int(taken - 1), false
		}
		x.slots[slot] = uint32(row + 1)
	}
	return x, 0, 0, true
}

// row returns the row of a key, and whether there is one.
func (x *index) row(key uint64) (row int, ok bool) {
	taken := x.slots[x.slotOf(key)]
	return int(taken) - 1, taken != 0
}

// slotOf returns the slot that holds the key, or the free one where it would go.
func (x *index) slotOf(key uint64) int {
	mask := len(x.slots) - 1
	slot := int(maphash.Comparable(x.seed, key)) & mask
	for x.slots[slot] != 0 && x.keys[x.slots[slot]-1] != key {
		slot = (slot + 1) & mask
	}
	return slot
}

// idsAreUnique reports whether no id is there twice. Rising ids, and those that are positions in another order, are
// seen without an index.
func idsAreUnique(ids []uint64) bool {
	rising := true
	for v := 1; v < len(ids) && rising; v++ {
		rising = ids[v-1] < ids[v]
	}
	if rising {
		return true
	}
	seen := make([]uint64, len(ids)/8+1) // 8 bits a value: ids below 8 times their number fit
	for _, id := range ids {
		word, bit := id/64, uint64(1)<<(id%64)
		if word >= uint64(len(seen)) {
			_, _, _, unique := indexOf(ids)
			return unique
		}
		if seen[word]&bit != 0 {
			return false
		}
		seen[word] |= bit
	}
	return true
}
