package check_test

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// A write and its copy are two calls: the reply to the one that arrived first
// does not end the other, which is still on its way.
func TestAWriteAndItsCopyAreTwoCalls(t *testing.T) {
	s := tell().send("A", "write").again("A", "write").
		add("store", trace.Accepted{Msg: 2, Writer: "A", Version: 1, Value: "a"}).
		add("store", trace.Sent{Msg: 101, Reply: true, Of: 1}).
		add("A", trace.Received{Msg: 101, Reply: true}).
		send("B", "read").
		add("store", trace.Served{Msg: 3, Reader: "B", Version: 1, Value: "a"}).
		add("store", trace.Sent{Msg: 102, Reply: true, Of: 3}).
		add("B", trace.Received{Msg: 102, Reply: true}).
		add("store", trace.Accepted{Msg: 1, Writer: "A", Version: 2, Value: "a"})
	if !check.Linearizable(s.events(), false) {
		t.Error("porcupine finds no order")
	}
}
