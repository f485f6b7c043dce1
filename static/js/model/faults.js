// What can be done to a lane, as commands of the action vocabulary with blanks:
// the menu on each lane's head shows them and fills them in.

const TIMES = ["15s", "1s", "5s", "30s", ""];
const JUMPS = ["+12s", "+5s", "+1s", "-1s", "-5s", "-12s"];
const RATES = ["1.2", "1.05", "0.8", "1"];
const SLOWER = ["200ms", "50ms", "1s", ""];
const WAYS = [["", "both ways"], ["requests", "requests only"], ["replies", "replies only"]];

// What a client's lock hangs on, where that is not the lock's own time.
const LIVES = { etcd: "lease", zookeeper: "session" };

// What a stranger would send commands with, and one that changes nothing.
const REDIS = ["redis-cli", "KEYS *"];
const TOOLS = { redis: REDIS, "redis-replica": REDIS, redlock: REDIS, etcd: ["etcdctl", "get file"], zookeeper: ["zkCli.sh", "ls /lock"] };

// faults lists what can be done to a lane: [{title, items: [{label, form,
// blanks}]}]. form is a command with {blanks}; a blank is {name, say, options:
// [[value, words]], free}: free ones also take what is typed.
export function faults(lane, state, lanes, kind = "") {
  const others = lanes.filter((other) => (other.group === "client") !== (lane.group === "client")).map((other) => other.id);
  const sections = [PROCESS[lane.group](lane.id, state, kind), time(lane), cables(lane, others), more(lane, kind)];
  return sections.filter((section) => section?.items.length);
}

const PROCESS = {
  client: (id, { status }) => section("Process", [
    status === "paused" ? item("Resume", `resume ${id}`) : item("Pause", `pause ${id} {for}`, free("for", "for", TIMES, "until resumed")),
    status === "crashed" ? item("Restart", `restart ${id}`) : item("Crash", `crash ${id}`),
    ...(status === "idle" ? [item("Start its program", `start ${id}`)] : []),
  ]),
  server: (id, { status }, kind) => section("Process", [
    ...(status === "crashed"
      ? [item("Restart", `restart ${id}`)]
      : [item("Crash, data kept", `crash ${id}`), item("Crash, data lost", `crash ${id} lose-data`)]),
    ...(kind === "redis-replica" ? [item("Fail over to the replica", "failover")] : []),
    item("Slow down", `slow ${id} {by}`, free("by", "by", SLOWER, "as fast as ever")),
  ]),
  store: (_, { fencing }) => section("Store", [item(fencing ? "Stop to check tokens" : "Check fencing tokens", `fencing ${fencing ? "off" : "on"}`)]),
};

function time({ id, group }) {
  if (group === "store") return null;
  return section("Its own clock", [
    item("Jump", `jump ${id} {jump}`, free("jump", "by", JUMPS)),
    item("Run at", `drift ${id} {rate}`, free("rate", "times the rate", RATES)),
  ]);
}

// A cable runs between a client and a server or the store.
function cables({ id, group }, others) {
  const ends = group === "client" ? `${id} {other}` : `{other} ${id}`;
  const other = blank("other", "to", others.map((name) => [name, name]));
  const all = blank("other", "to", others.map((name) => [name, name]));
  const ways = others.flatMap((name) => [[`${id}->${name}`, `${id} → ${name}`], [`${name}->${id}`, `${name} → ${id}`]]);
  return section("Network", [
    item("Cut", `cut ${ends} {way}`, other, blank("way", "which way", WAYS)),
    item("Heal", `heal ${ends}`, all),
    item("Heal every cable", "heal"),
    item("Hold messages", "hold {way}", blank("way", "which way", ways)),
  ]);
}

function more({ id, group }, kind) {
  if (group === "client") {
    const verbs = [["Acquire", "acquire"], ["Release", "release"]].map(([label, verb]) => item(label, `${verb} ${id}`));
    const write = item("Write", `write ${id} {value}`, { ...free("value", "value", []), quoted: true });
    return section("By hand", [...verbs, write, item(`Let its ${LIVES[kind] ?? "lock"} expire`, `expire ${id}`)]);
  }
  if (group !== "server" || !(kind in TOOLS)) return null;
  const [tool, harmless] = TOOLS[kind];
  return section("From outside", [item(`Send as ${tool}`, `command ${id} {value}`, { ...free("value", "command", [harmless]), quoted: true })]);
}

function section(title, items) {
  return { title, items };
}

function item(label, form, ...blanks) {
  return { label, form, blanks };
}

function blank(name, say, options) {
  return { name, say, options, free: false };
}

function free(name, say, values, none = "") {
  return { name, say, options: values.map((value) => [value, value || none]), free: true, none };
}

// fillIn puts values into a form's blanks; what is left empty is left out.
export function fillIn({ form, blanks }, values) {
  const shown = (name) => {
    const value = (values[name] ?? "").trim();
    const { quoted } = blanks.find((each) => each.name === name);
    return quoted && value ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
  };
  return form.replace(/\{(\w+)\}/g, (_, name) => shown(name)).replace(/\s+/g, " ").trim();
}
