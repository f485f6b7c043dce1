package labs

import "sync"

// outbox is the bounded queue of frames that wait for one page. Putting never
// blocks: when the page reads too slowly, everything that waits is dropped and
// the outbox is stale until a snapshot replaces what was lost.
type outbox struct {
	maxFrames, maxBytes int
	ready               chan struct{} // holds one token when take has something to do

	mu       sync.Mutex
	frames   [][]byte
	bytes    int
	stale    bool
	told     bool  // take has said that it is stale
	queued   int64 // the highest request whose answer waits
	answered int64 // the highest request whose answer was dropped
}

func newOutbox(l Limits) *outbox {
	return &outbox{maxFrames: l.QueueFrames, maxBytes: l.QueueBytes, ready: make(chan struct{}, 1)}
}

// put queues a frame; id is the request that it answers, or 0.
func (o *outbox) put(frame []byte, id int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stale || o.overflows(len(frame)) {
		o.drop(id)
	} else {
		o.frames = append(o.frames, frame)
		o.bytes += len(frame)
		o.queued = max(o.queued, id)
	}
	o.signal()
}

// overflows reports whether one more frame is too much. The frame that is due
// next may be as long as it likes: what it answers comes after it, and is not
// late because of it.
func (o *outbox) overflows(more int) bool {
	return len(o.frames) > 0 && (len(o.frames) >= o.maxFrames || o.bytes-len(o.frames[0])+more > o.maxBytes)
}

// drop empties the queue and remembers which answers went with it.
func (o *outbox) drop(id int64) {
	o.answered = max(o.answered, o.queued, id)
	o.frames, o.bytes, o.queued, o.stale = nil, 0, 0, true
}

// replace puts a frame that stands for everything before it.
func (o *outbox) replace(frame []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.restart(frame)
}

// mend makes the outbox whole again, if it is stale, with a frame that stands
// for everything that was dropped, answers up to a request included.
func (o *outbox) mend(frame func(answered int64) []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stale {
		o.restart(frame(o.answered))
	}
}

func (o *outbox) restart(raw []byte) {
	o.frames, o.bytes, o.queued, o.answered = [][]byte{raw}, len(raw), 0, 0
	o.stale, o.told = false, false
	o.signal()
}

// take empties the queue. lost says, once, that frames were dropped.
func (o *outbox) take() (frames [][]byte, lost bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	lost = o.stale && !o.told
	o.told = o.stale
	frames, o.frames, o.bytes, o.queued = o.frames, nil, 0, 0
	return frames, lost
}

func (o *outbox) isStale() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stale
}

func (o *outbox) signal() {
	select {
	case o.ready <- struct{}{}:
	default:
	}
}
