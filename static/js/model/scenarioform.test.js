import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../fixtures/scenario.js";
import { at, fitted, freshClient, freshCue, insert, move, remove, rename, set, toggle, withKind } from "./scenarioform.js";

test("a change answers a new form and leaves the old one as it was", () => {
  const old = form();
  const before = structuredClone(old);
  const changes = [
    set(old, "clients.0.steps.1.with", "3s"),
    insert(old, "script", 1, freshCue(old)),
    remove(old, "clients", 0),
    move(old, "clients.0.steps", 0, 2),
    toggle(old, "lock.mistakes", "get-then-del", true),
    rename(old, 0, "Z"),
    withKind(old, "etcd", () => false, () => "500ms"),
  ];
  assert.deepEqual(old, before);
  for (const changed of changes) assert.notDeepEqual(changed, before);
});

test("a value is set at its path", () => {
  assert.equal(at(set(form(), "clients.0.steps.1.with", "3s"), "clients.0.steps.1.with"), "3s");
  assert.equal(set(form(), "title", "x").title, "x");
});

test("steps move, within their list", () => {
  const verbs = (moved) => moved.clients[0].steps.map((step) => step.do);
  assert.deepEqual(verbs(move(form(), "clients.0.steps", 0, 2)), ["work", "write", "acquire"]);
  assert.deepEqual(verbs(move(form(), "clients.0.steps", 2, 1)), ["acquire", "write", "work"]);
  const same = form();
  assert.equal(move(same, "clients.0.steps", 0, -1), same);
  assert.equal(move(same, "clients.0.steps", 2, 3), same);
});

test("a client's new name is known to the script", () => {
  const script = [
    { at: "", lane: "A", event: "acquired", count: "1", do: "cut", with: "A redis-1 replies" },
    { at: "1s", lane: "", event: "", count: "", do: "hold", with: "A->store" },
    { at: "1s", lane: "", event: "", count: "", do: "write", with: 'A "A was here"' },
    { at: "1s", lane: "", event: "", count: "", do: "pause", with: "AA 15s" },
  ];
  const renamed = rename(form({ script }), 0, "web-1");
  assert.equal(renamed.clients[0].name, "web-1");
  assert.equal(renamed.script[0].lane, "web-1");
  assert.deepEqual(renamed.script.map((cue) => cue.with), ["web-1 redis-1 replies", "web-1->store", 'web-1 "A was here"', "AA 15s"]);
});

test("a name that is cleared leaves the script as it was", () => {
  assert.equal(rename(form(), 0, "").script[0].lane, "A");
});

test("of two clients with one name, neither takes the script along", () => {
  const twice = set(form(), "clients.1.name", "A");
  assert.equal(rename(twice, 1, "B").script[0].lane, "A");
});

test("another kind of lock keeps what it can", () => {
  const belong = (name, kind) => kind === "redlock" && name === "del-release";
  const own = (kind) => (kind === "redlock" ? "50ms" : "500ms");
  const redlock = withKind(form(), "redlock", belong, own);
  assert.deepEqual(redlock.lock.mistakes, ["del-release"]);
  assert.deepEqual(redlock.clients[1].mistakes, []);
  assert.equal(redlock.lock.timeout, "", "it was the old kind's own");
  const chosen = withKind(set(form(), "lock.timeout", "80ms"), "redlock", belong, own);
  assert.equal(chosen.lock.timeout, "80ms");
});

test("a fresh client has a free name and can run", () => {
  const client = freshClient(form());
  assert.equal(client.name, "C");
  assert.deepEqual(client.steps[2], { do: "work", with: "2s" });
  assert.equal(freshClient({ clients: [..."ABCDEFGH"].map((name) => ({ name })) }).name, "");
});

test("an example is fitted to the lanes that are there", () => {
  const around = { clients: [{ name: "web" }], lanes: [{ id: "web", group: "client" }, { id: "etcd-1", group: "server" }] };
  assert.equal(fitted("pause A 15s", around), "web 15s");
  assert.equal(fitted("cut A redis-1 replies", around), "web etcd-1 replies");
  assert.equal(fitted("hold A->store", around), "web->store");
  assert.equal(fitted('write A "v2"', around), 'web "v2"');
  assert.equal(fitted("start B", around), "web");
  assert.equal(fitted("failover", around), "");
});
