// A scenario as a page's form has it, and as a file. The page knows no YAML: it
// writes JSON, which is YAML too, one value a line, and the server answers with the
// file as people write it. So a complaint about a line is one about a field.

const KEYS = ["redis", "redis-replica", "redlock"];
const LEASES = [...KEYS, "etcd", "zookeeper"];

// Which kinds of lock have a field; every kind has the others.
const ONLY = {
  "lock.nodes": ["redlock"],
  "lock.parallel": ["redlock"],
  "lock.wait": ["redis-replica"],
  "lock.lag": ["redis-replica"],
  "lock.watchdog": KEYS,
  "lock.ttl": LEASES,
  "lock.retry": LEASES,
  "store.in": ["etcd"],
  "client.process": ["mutex"],
};

// applies says whether a kind of lock has a field.
export function applies(field, kind) {
  return ONLY[field]?.includes(kind) ?? true;
}

// write answers {text, places}: the file, and for each of its lines the field that
// stands there. An empty field is left out, which leaves it to its default.
export function write(form) {
  const out = { lines: [], places: [] };
  if (form.about) form.about.split("\n").forEach((line) => put(out, `# ${line}`.trimEnd(), "about"));
  emit(out, "", whole(form), "");
  return { text: `${out.lines.join("\n")}\n`, places: out.places };
}

function whole(form) {
  const { kind } = form.lock;
  return map([
    entry("title", quoted(form.title), "title"),
    given("seed", form.seed, "seed", bare),
    given("until", form.until, "until"),
    entry("lock", lock(form.lock), "lock.kind"),
    entry("store", store(form.store, kind), "store.object"),
    entry("network", map([given("delay", form.delay, "delay")]), "delay"),
    entry("clients", map(form.clients.map((client, i) => entry(client.name, clientMap(client, `clients.${i}`, kind), `clients.${i}.name`))), "clients"),
    entry("script", list(form.script.map((cue, i) => item(cueMap(cue, `script.${i}`), `script.${i}.do`))), "script"),
    entry("expect", map(form.expect.map(({ verdict, is }, i) => entry(verdict, bare(is), `expect.${i}`))), "expect"),
  ]);
}

function lock(fields) {
  const has = (name) => applies(`lock.${name}`, fields.kind);
  const word = (name, write = quoted) => (has(name) ? given(name, fields[name], `lock.${name}`, write) : null);
  const sign = (name) => (has(name) ? entry(name, String(fields[name]), `lock.${name}`) : null);
  return map([
    word("kind"),
    word("nodes", bare),
    word("name"),
    word("ttl"),
    word("retry"),
    word("timeout"),
    sign("parallel"),
    sign("watchdog"),
    word("wait", bare),
    word("lag"),
    mistakes(fields.mistakes, "lock.mistakes"),
  ]);
}

function store({ object, fencing, in: place }, kind) {
  return map([
    given("object", object, "store.object"),
    entry("fencing", String(fencing), "store.fencing"),
    applies("store.in", kind) ? given("in", place, "store.in") : null,
  ]);
}

function clientMap({ start, process, steps, mistakes: own }, place, kind) {
  return map([
    given("start", start, `${place}.start`),
    applies("client.process", kind) ? given("process", process, `${place}.process`) : null,
    entry("steps", list(steps.map((step, i) => item(quoted(stepText(step)), `${place}.steps.${i}`))), `${place}.steps`),
    mistakes(own, `${place}.mistakes`),
  ]);
}

function cueMap({ at, lane, event, count, do: verb, with: rest }, place) {
  const when = lane ? entry("when", quoted(`${lane} ${event} ${count}`.trim()), `${place}.when`) : entry("at", quoted(at), `${place}.when`);
  return map([when, entry("do", quoted(`${verb} ${rest}`.trim()), `${place}.do`)]);
}

// stepText is a step as a file has it; what is written stands in quotes.
export function stepText({ do: verb, with: rest }) {
  if (!rest) return verb;
  return verb === "write" ? `write ${quoted(rest)}` : `${verb} ${rest}`;
}

function mistakes(names, place) {
  return names.length ? entry("mistakes", JSON.stringify(names), place) : null;
}

const quoted = (text) => JSON.stringify(text);
const bare = (text) => (/^\d+$/.test(text) ? text : quoted(text));
const entry = (key, value, place) => ({ lead: `${quoted(key)}: `, value, place });
const item = (value, place) => ({ lead: "", value, place });
const given = (key, text, place, write = quoted) => (text === "" ? null : entry(key, write(text), place));
const map = (parts) => ({ open: "{", close: "}", parts: parts.filter(Boolean) });
const list = (parts) => ({ open: "[", close: "]", parts });

function emit(out, lead, value, place) {
  if (typeof value === "string") return put(out, lead + value, place);
  put(out, lead + value.open, place);
  value.parts.forEach((part, i) => {
    emit(out, part.lead, part.value, part.place);
    if (i < value.parts.length - 1) out.lines[out.lines.length - 1] += ",";
  });
  put(out, value.close, place);
}

function put(out, line, place) {
  out.lines.push(line);
  out.places.push(place);
}
