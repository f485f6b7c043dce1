package scenario

// KindDoc describes one lock kind.
type KindDoc struct {
	Kind   LockKind
	Doc    string // one sentence
	Served bool   // this build can run it
}

// Kinds lists the lock kinds. Those that are not served yet are refused by
// name, so that a file written for a later build is told what it needs.
var Kinds = []KindDoc{
	{Mutex, "A mutex in one process's memory, to show why it does not cross machines.", true},
	{Redis, "One key on one Redis server.", true},
	{RedisReplica, "One key on a Redis primary with an asynchronous replica.", true},
	{Redlock, "The Redlock algorithm on several independent Redis servers.", true},
	{Etcd, "etcd's lease and queue of keys by create revision.", true},
	{ZooKeeper, "ZooKeeper's queue of ephemeral sequential znodes.", true},
}

// MistakeDoc describes one known wrong variant.
type MistakeDoc struct {
	Mistake Mistake
	Kinds   []LockKind // the locks that can be got wrong in this way
	Doc     string     // one sentence
	Served  bool
}

// Mistakes lists the known wrong variants of the lock clients.
var Mistakes = []MistakeDoc{
	{DelRelease, []LockKind{Redis, RedisReplica, Redlock}, "Release with a plain DEL, which also removes a successor's lock.", true},
	{GetThenDel, []LockKind{Redis, RedisReplica, Redlock}, "Release with GET, a comparison in the client, then DEL: the lock can change hands in between.", true},
	{ConstantToken, []LockKind{Redis, RedisReplica, Redlock}, "Use the same value for every attempt, so that nobody can tell whose lock it is.", true},
	{SetnxThenExpire, []LockKind{Redis, RedisReplica}, "SETNX, then EXPIRE: a crash in between locks for ever.", true},
	{PlainIncr, []LockKind{Redis, RedisReplica}, "Draw the fencing token by INCR alone: a pause before it gives an older grant a higher token.", true},
	{RenewalGivesUp, []LockKind{Redis, RedisReplica, Redlock}, "Let the watchdog stop at its first failure, and tell nobody.", true},
	{SetOnExtend, []LockKind{Redlock}, "Let an extension also set keys that are gone, so that nodes that lost them say yes.", true},
	{SkipElapsedCheck, []LockKind{Redlock}, "Do not compare the elapsed time with the TTL after the replies.", true},
	{ExpiryFromFirstAttempt, []LockKind{Redlock}, "Count the elapsed time from the first attempt: after enough retries no majority is good enough.", true},
	{NoCleanup, []LockKind{Redlock}, "Leave the keys of a failed attempt where they are.", true},
	{WatchParent, []LockKind{ZooKeeper}, "Watch the whole queue, not the predecessor: one release wakes every waiter.", true},
	{NoRecheckAfterWake, []LockKind{Etcd, ZooKeeper}, "Do not look again after waiting: the own key may be gone, or an older one may still be there.", true},
	{NoGUID, []LockKind{ZooKeeper}, "Create a znode without a mark of one's own: after a lost reply the client makes another, and waits behind itself.", true},
	{SequenceToken, []LockKind{ZooKeeper}, "Use the znode's sequence number as the token: it starts anew when the parent is made anew.", true},
	{LeaseIDToken, []LockKind{Etcd}, "Use the lease ID as the token: it says when the lease was granted, not when the lock was.", true},
	{HeaderRevisionToken, []LockKind{Etcd}, "Use the revision in the reply's header as the token, where others use the key's create revision.", true},
	{SharedSession, []LockKind{Etcd}, "Let all clients use one session, as goroutines of one process: a session does not exclude itself.", true},
	{IgnoreSessionLoss, []LockKind{Etcd, ZooKeeper}, "Only log that the session is over, and go on.", true},
	{ReleaseOnce, []LockKind{Etcd, ZooKeeper}, "Try to release once: a key that stays keeps everybody behind it waiting while the session lives.", true},
	{CancelLeavesNode, []LockKind{Etcd, ZooKeeper}, "Give up waiting and leave the key in the queue.", true},
}

// VerdictDoc describes one verdict that a scenario can expect.
type VerdictDoc struct {
	Name     string
	Doc      string // one sentence
	Counts   bool   // a whole number can be expected too
	Synonyms []Synonym
	Served   bool
}

// Synonym is another word for a status of one verdict.
type Synonym struct{ Word, Status string }

// The statuses of a verdict.
const (
	Holds        = "holds"
	Violated     = "violated"
	NotExercised = "not-exercised"
)

var statuses = []string{Holds, Violated, NotExercised}

// Verdicts lists the verdicts.
var Verdicts = []VerdictDoc{
	{Name: "mutual-exclusion", Doc: "The lock service never had two holders by its own rule at one moment.", Served: true},
	{Name: "two-believers", Doc: "No two clients believed “I hold it” at one moment.", Served: true},
	{Name: "stale-write", Doc: "The store accepted no write whose grant was older than one already used.", Served: true,
		Synonyms: []Synonym{{"accepted", Violated}, {"rejected", Holds}}},
	{Name: "fenced", Doc: "How many writes the store refused for their token, and whether it was right to.", Counts: true, Served: true},
	{Name: "foreign-release", Doc: "No release removed somebody else's lock.", Served: true},
	{Name: "lost-update", Doc: "No accepted write overwrote one that its writer had not read.", Counts: true, Served: true},
	{Name: "orphan", Doc: "No lock was left for ever by a client that will not release it.", Served: true},
	{Name: "herd", Doc: "One release woke no more than one waiter; the count is the most that one woke.", Counts: true, Served: true},
	{Name: "progress", Doc: "Every client that asked for the lock got it or gave up, and nobody waits for a lock that will never be free.", Served: true},
}

func kindDoc(kind LockKind) (KindDoc, bool) {
	for _, k := range Kinds {
		if k.Kind == kind {
			return k, true
		}
	}
	return KindDoc{}, false
}

func servedKinds() (kinds []LockKind) {
	for _, k := range Kinds {
		if k.Served {
			kinds = append(kinds, k.Kind)
		}
	}
	return kinds
}

func mistakeDoc(name Mistake) (MistakeDoc, bool) {
	for _, m := range Mistakes {
		if m.Mistake == name {
			return m, true
		}
	}
	return MistakeDoc{}, false
}

func servedMistakes() (names []Mistake) {
	for _, m := range Mistakes {
		if m.Served {
			names = append(names, m.Mistake)
		}
	}
	return names
}

// mistakesOf lists the served mistakes of a lock kind.
func mistakesOf(kind LockKind) (names []Mistake) {
	for _, m := range MistakesOf(kind) {
		names = append(names, m.Mistake)
	}
	return names
}

// MistakesOf describes the mistakes of a lock kind that this build can run.
func MistakesOf(kind LockKind) (all []MistakeDoc) {
	for _, m := range Mistakes {
		if m.Served && m.belongs(kind) {
			all = append(all, m)
		}
	}
	return all
}

func (m MistakeDoc) belongs(kind LockKind) bool {
	for _, k := range m.Kinds {
		if k == kind {
			return true
		}
	}
	return false
}

func verdictDoc(name string) (VerdictDoc, bool) {
	for _, v := range Verdicts {
		if v.Name == name {
			return v, true
		}
	}
	return VerdictDoc{}, false
}

// status finds the status that a word of an expect section stands for.
func (v VerdictDoc) status(word string) (string, bool) {
	for _, s := range v.Synonyms {
		if s.Word == word {
			return s.Status, true
		}
	}
	for _, s := range statuses {
		if s == word {
			return s, true
		}
	}
	return "", false
}

// words lists the statuses of a verdict and their synonyms.
func (v VerdictDoc) words() []string {
	words := append([]string(nil), statuses...)
	for _, s := range v.Synonyms {
		words = append(words, s.Word)
	}
	return words
}

// allowed lists what a verdict can be expected to be.
func (v VerdictDoc) allowed() []string {
	if v.Counts {
		return append(v.words(), "a whole number")
	}
	return v.words()
}

func servedVerdicts() (names []string) {
	for _, v := range Verdicts {
		if v.Served {
			names = append(names, v.Name)
		}
	}
	return names
}
