// Changes of a scenario's form. Each answers a new form. A path names a value in
// it: "lock.ttl", "clients.0.steps.2.with".

// at is the value at a path.
export function at(form, path) {
  return path.split(".").reduce((value, key) => value?.[key], form);
}

// set puts a value at a path.
export function set(form, path, value) {
  const [key, ...rest] = path.split(".");
  const copy = Array.isArray(form) ? [...form] : { ...form };
  copy[key] = rest.length ? set(form[key], rest.join("."), value) : value;
  return copy;
}

export function insert(form, path, i, item) {
  return set(form, path, at(form, path).toSpliced(i, 0, item));
}

export function remove(form, path, i) {
  return set(form, path, at(form, path).toSpliced(i, 1));
}

// move takes an item of a list to another place in it.
export function move(form, path, from, to) {
  const list = at(form, path);
  if (to < 0 || to >= list.length) return form;
  return set(form, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]));
}

// toggle puts a name into a list, or takes it out.
export function toggle(form, path, name, on) {
  const rest = at(form, path).filter((other) => other !== name);
  return set(form, path, on ? [...rest, name] : rest);
}

// rename gives a client another name, in the script too. A name that is not there yet
// is none that a script could speak of.
export function rename(form, i, name) {
  const old = form.clients[i].name;
  const named = set(form, `clients.${i}.name`, name);
  if (!old || !name || form.clients.some((client, j) => j !== i && client.name === old)) return named;
  const script = named.script.map((cue) => ({ ...cue, lane: cue.lane === old ? name : cue.lane, with: renamed(cue.with, old, name) }));
  return { ...named, script };
}

// renamed changes a lane's name in an action, except in what stands in quotes.
function renamed(words, old, name) {
  const [plain, ...quotes] = words.split(/(?=")/);
  return [plain.split(/( |->)/).map((word) => (word === old ? name : word)).join(""), ...quotes].join("");
}

// withKind changes the kind of lock. Mistakes that it cannot make are turned off; a
// timeout that was the old kind's own is left to the new kind. belong says whether a
// mistake is one of a kind.
export function withKind(form, kind, belong, ownTimeout) {
  const keep = (names) => names.filter((name) => belong(name, kind));
  const timeout = form.lock.timeout === ownTimeout(form.lock.kind) ? "" : form.lock.timeout;
  return {
    ...form,
    lock: { ...form.lock, kind, timeout, mistakes: keep(form.lock.mistakes) },
    clients: form.clients.map((client) => ({ ...client, mistakes: keep(client.mistakes) })),
  };
}

const NAMES = ["A", "B", "C", "D", "E", "F", "G", "H"];
const PROGRAM = ["acquire", "read", "work 2s", "write", "release"];

// freshClient has a name that is free, and does what a client usually does.
export function freshClient({ clients }) {
  const taken = new Set(clients.map((client) => client.name));
  const steps = PROGRAM.map((step) => ({ do: step.split(" ")[0], with: step.split(" ")[1] ?? "" }));
  return { name: NAMES.find((name) => !taken.has(name)) ?? "", start: "", process: "", steps, mistakes: [] };
}

// freshCue pauses the first client when it has the lock.
export function freshCue({ clients }) {
  const name = clients[0]?.name ?? "A";
  return { at: "", lane: name, event: "acquired", count: "1", do: "pause", with: `${name} 15s` };
}

// fitted is what stands after a verb in its example, with lanes that are there.
export function fitted(example, { clients, lanes }) {
  const rest = example.split(" ").slice(1).join(" ");
  const client = clients[0]?.name ?? "A";
  const server = lanes.find((lane) => lane.group === "server")?.id ?? "redis-1";
  return rest.replace(/\b[AB]\b(?![^"]*"$)/g, client).replaceAll("redis-1", server);
}
