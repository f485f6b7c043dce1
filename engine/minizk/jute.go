package minizk

import "encoding/binary"

// Jute is the encoding of ZooKeeper's records: big-endian integers; strings,
// byte buffers and vectors behind their length, where -1 is null.

// decoder reads a record. What does not fit sets bad, and reads as zero.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) take(n int) []byte {
	if d.bad || n < 0 || n > len(d.rest) {
		d.bad = true
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) int32() int32 {
	b := d.take(4)
	if b == nil {
		return 0
	}
	return int32(binary.BigEndian.Uint32(b))
}

func (d *decoder) int64() int64 {
	b := d.take(8)
	if b == nil {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

func (d *decoder) bool() bool {
	b := d.take(1)
	return b != nil && b[0] != 0
}

// buffer reads bytes; null is nil.
func (d *decoder) buffer() []byte {
	n := d.int32()
	if n == -1 {
		return nil
	}
	return append([]byte{}, d.take(int(n))...)
}

// string reads a text. No request has a place for a null one.
func (d *decoder) string() string { return string(d.take(int(d.int32()))) }

// vector reads as many elements as it says there are; null is none.
func (d *decoder) vector(element func()) {
	for range max(d.int32(), 0) {
		if element(); d.bad {
			return
		}
	}
}

// strings reads a vector of texts. No request has a place for a null one.
func (d *decoder) strings() (list []string) {
	null := len(d.rest) >= 4 && int32(binary.BigEndian.Uint32(d.rest)) == -1
	d.vector(func() { list = append(list, d.string()) })
	d.bad = d.bad || null
	return list
}

// encoder writes a record.
type encoder struct{ b []byte }

func (e *encoder) int32(n int32) { e.b = binary.BigEndian.AppendUint32(e.b, uint32(n)) }
func (e *encoder) int64(n int64) { e.b = binary.BigEndian.AppendUint64(e.b, uint64(n)) }

func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) buffer(b []byte) {
	if b == nil {
		e.int32(-1)
		return
	}
	e.int32(int32(len(b)))
	e.b = append(e.b, b...)
}

func (e *encoder) string(s string) {
	e.int32(int32(len(s)))
	e.b = append(e.b, s...)
}

func (e *encoder) strings(list []string) {
	e.int32(int32(len(list)))
	for _, s := range list {
		e.string(s)
	}
}

// framed puts the length of a record before it.
func (e *encoder) framed() []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(e.b))), e.b...)
}
