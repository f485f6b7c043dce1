package minizk_test

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A transcript's commands are lines such as
//
//	A create /l/n- data es
//
// Its words are what the request holds, in the protocol's order; those at the
// end may be left out. A path is below the transcript's own node, unless = is
// before it; "..." is Go's; - is null where it may be.
type verb struct {
	op    int32
	write func(*player, *writer, words)
	read  func(*player, *reader) string
}

var verbs map[string]verb

func init() { // not above, since a multi is made of others
	verbs = map[string]verb{
		"create":         {1, writeCreate, readPath},
		"delete":         {2, writePathVersion, nothing},
		"exists":         {3, writePathWatch, readStat},
		"get":            {4, writePathWatch, readData},
		"set":            {5, writeSet, readStat},
		"getacl":         {6, writePath, readACL},
		"setacl":         {7, writeACL, readStat},
		"ls":             {8, writePathWatch, readNames},
		"sync":           {9, writePath, readPath},
		"ping":           {11, func(*player, *writer, words) {}, nothing},
		"ls2":            {12, writePathWatch, readNamesStat},
		"check":          {13, writePathVersion, readAny},
		"multi":          {14, writeMulti, readMulti},
		"create2":        {15, writeCreate, readPathStat},
		"check-watches":  {17, writePathType, nothing},
		"remove-watches": {18, writePathType, nothing},
		"container":      {19, writeCreate, readPathStat},
		"createttl":      {21, writeCreateTTL, readPathStat},
		"auth":           {100, writeAuth, nothing},
		"ephemerals":     {103, writePath, func(p *player, r *reader) string { return names(p, r) }},
		"count":          {104, writePath, func(_ *player, r *reader) string { return fmt.Sprint(r.i32()) }},
		"set-watches":    {101, writeWatches, nothing},
		"close":          {-11, func(*player, *writer, words) {}, nothing},
	}
}

// words are those of a command that are still to be read.
type words []string

func (w words) at(i int, otherwise string) string {
	if i < len(w) {
		return w[i]
	}
	return otherwise
}

func (w words) number(i, otherwise int) int64 {
	n, err := strconv.ParseInt(w.at(i, strconv.Itoa(otherwise)), 0, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// unquoted is a word without its quotes.
func unquoted(word string) string {
	if s, err := strconv.Unquote(word); err == nil {
		return s
	}
	return word
}

func (p *player) path(word string) string {
	if literal, is := strings.CutPrefix(word, "="); is {
		return unquoted(literal)
	}
	if word == "/" {
		return p.root
	}
	return p.root + unquoted(word)
}

// short is a path as the transcript has it.
func (p *player) short(path string) string {
	if below, is := strings.CutPrefix(path, p.root+"/"); is {
		return "/" + below
	}
	if path == p.root {
		return "/"
	}
	return "=" + path
}

func data(word string) []byte {
	if word == "-" {
		return nil
	}
	return []byte(unquoted(word))
}

func writePath(p *player, w *writer, args words) { w.text(p.path(args.at(0, ""))) }

func writePathWatch(p *player, w *writer, args words) {
	w.text(p.path(args.at(0, ""))).yes(args.at(1, "") == "watch")
}

func writePathVersion(p *player, w *writer, args words) {
	w.text(p.path(args.at(0, ""))).i32(int32(args.number(1, -1)))
}

// The types of watches are 1 for children, 2 for data, 3 for any.
func writePathType(p *player, w *writer, args words) {
	w.text(p.path(args.at(0, ""))).i32(int32(args.number(1, 3)))
}

func writeSet(p *player, w *writer, args words) {
	w.text(p.path(args.at(0, ""))).bytes(data(args.at(1, "-"))).i32(int32(args.number(2, -1)))
}

// Flags are letters, or a number: e ephemeral, s sequential, c container.
func flags(word string) int32 {
	if n, err := strconv.Atoi(word); err == nil {
		return int32(n)
	}
	n := 0
	for i, letter := range "esc" {
		if strings.ContainsRune(word, letter) {
			n |= 1 << i
		}
	}
	return int32(n)
}

func writeCreate(p *player, w *writer, args words) {
	w.text(p.path(args.at(0, ""))).bytes(data(args.at(1, "-")))
	acl(w, args.at(3, "world:anyone:31"))
	w.i32(flags(args.at(2, "0")))
}

func writeCreateTTL(p *player, w *writer, args words) {
	writeCreate(p, w, args)
	w.i64(60_000)
}

// acl writes a list as scheme:id:perms, with + between its entries.
func acl(w *writer, word string) {
	if word == "none" {
		w.i32(0)
		return
	}
	entries := strings.Split(word, "+")
	w.i32(int32(len(entries)))
	for _, entry := range entries {
		parts := strings.Split(entry, ":")
		perms, err := strconv.Atoi(parts[2])
		if err != nil {
			panic(err)
		}
		w.i32(int32(perms)).text(parts[0]).text(parts[1])
	}
}

func writeACL(p *player, w *writer, args words) {
	writePath(p, w, args)
	acl(w, args.at(1, "world:anyone:31"))
	w.i32(int32(args.number(2, -1)))
}

func writeAuth(_ *player, w *writer, args words) {
	w.i32(0).text(args.at(0, "digest")).bytes([]byte("me:secret"))
}

// set-watches +3 data=/a,/b exist=/c children=/d
func writeWatches(p *player, w *writer, args words) {
	w.i64(p.base + args.number(0, 0))
	for _, kind := range []string{"data=", "exist=", "children="} {
		var paths []string
		for _, word := range args {
			if list, is := strings.CutPrefix(word, kind); is {
				for path := range strings.SplitSeq(list, ",") {
					paths = append(paths, p.path(path))
				}
			}
		}
		w.texts(paths)
	}
}

// multi create /a x ; delete /b
func writeMulti(p *player, w *writer, args words) {
	for len(args) > 0 {
		end := slices.Index(args, ";")
		if end < 0 {
			end = len(args)
		}
		v := verbs[args[0]]
		w.i32(v.op).yes(false).i32(-1)
		v.write(p, w, args[1:end])
		args = args[min(end+1, len(args)):]
	}
	w.i32(-1).yes(true).i32(-1)
}

func nothing(*player, *reader) string { return "ok" }

func readPath(p *player, r *reader) string  { return p.short(r.text()) }
func readAny(_ *player, r *reader) string   { return "ok " + hex.EncodeToString(r.take(len(r.rest))) }
func readNames(p *player, r *reader) string { return names(p, r) }

func readStat(p *player, r *reader) string {
	czxid, mzxid, ctime, mtime := r.i64(), r.i64(), r.i64(), r.i64()
	version, cversion, aversion := r.i32(), r.i32(), r.i32()
	owner, length, children, pzxid := r.i64(), r.i32(), r.i32(), r.i64()
	s := fmt.Sprintf("czxid %s mzxid %s pzxid %s version %d cversion %d aversion %d owner %s length %d children %d",
		p.zxid(czxid), p.zxid(mzxid), p.zxid(pzxid), version, cversion, aversion, p.owner(owner), length, children)
	if ctime > mtime || czxid == mzxid && ctime != mtime {
		s += fmt.Sprintf(" ctime %d mtime %d", ctime, mtime)
	}
	return s
}

func readData(p *player, r *reader) string {
	b := r.bytes()
	said := "null"
	if b != nil {
		said = strconv.Quote(string(b))
	}
	return said + " " + readStat(p, r)
}

// names are sorted: ZooKeeper gives them in the order of a Java set.
func names(p *player, r *reader) string {
	list := r.texts()
	for i, name := range list {
		if strings.HasPrefix(name, "/") {
			list[i] = p.short(name)
		}
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

func readNamesStat(p *player, r *reader) string { return names(p, r) + " " + readStat(p, r) }
func readPathStat(p *player, r *reader) string  { return readPath(p, r) + " " + readStat(p, r) }

func readACL(p *player, r *reader) string {
	var list []string
	for range r.i32() {
		perms := r.i32()
		list = append(list, fmt.Sprintf("%s:%s:%d", r.text(), r.text(), perms))
	}
	return fmt.Sprint(list) + " " + readStat(p, r)
}

func readMulti(p *player, r *reader) string {
	var parts []string
	for r.err == nil {
		op, done, outcome := r.i32(), r.u8() != 0, r.i32()
		if done {
			parts = append(parts, fmt.Sprintf("end %d %d", op, outcome))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s %s", op, code(outcome), readPart(p, op, r)))
	}
	return strings.Join(parts, "; ")
}

func readPart(p *player, op int32, r *reader) string {
	switch op {
	case -1:
		return code(r.i32())
	case 2, 13:
		return "ok"
	}
	for _, v := range verbs {
		if v.op == op {
			return v.read(p, r)
		}
	}
	return "?"
}

var codes = map[int32]string{
	0: "ok", -2: "RuntimeInconsistency", -5: "MarshallingError", -6: "Unimplemented", -8: "BadArguments",
	-101: "NoNode", -102: "NoAuth", -103: "BadVersion", -108: "NoChildrenForEphemerals", -110: "NodeExists",
	-111: "NotEmpty", -112: "SessionExpired", -114: "InvalidACL", -115: "AuthFailed", -118: "SessionMoved", -121: "NoWatcher", -125: "QuotaExceeded",
}

func code(n int32) string {
	if name, known := codes[n]; known {
		return name
	}
	return strconv.Itoa(int(n))
}

var kinds = map[int32]string{1: "NodeCreated", 2: "NodeDeleted", 3: "NodeDataChanged", 4: "NodeChildrenChanged"}
