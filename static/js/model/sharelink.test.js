import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFragment, toFragment } from "./sharelink.js";

const window = globalThis;

test("a link carries a text there and back", async () => {
  for (const text of ["", "title: Ünïcode 𝔸 # and more\n", "lock: {kind: redis}\n".repeat(500)]) {
    const fragment = await toFragment(text, window);
    assert.match(fragment, /^scenario=[\w-]*$/);
    assert.equal(await fromFragment(`#${fragment}`, window), text);
  }
});

test("an address without a scenario carries none", async () => {
  assert.equal(await fromFragment("", window), null);
  assert.equal(await fromFragment("#timeline", window), null);
});

test("a link that was cut or changed says so", async () => {
  const fragment = await toFragment("lock: {kind: redis}\nclients: {A: {}}\n", window);
  for (const broken of [fragment.slice(0, -9), `${fragment}!`, "scenario=AAAA", "scenario=%%", fragment.replace("=", "=x")]) {
    await assert.rejects(fromFragment(`#${broken}`, window), /cut or changed/, broken);
  }
});

test("a browser that is too old says so", async () => {
  await assert.rejects(toFragment("x", {}), /This browser cannot/);
  await assert.rejects(fromFragment("#scenario=x", {}), /This browser cannot/);
  assert.equal(await fromFragment("#x", {}), null);
});

test("what is too long for a link is refused, in both directions", async () => {
  let noise = "";
  for (let i = 1; noise.length < 20_000; i = (i * 48271) % 2147483647) noise += String.fromCharCode(33 + (i % 90));
  await assert.rejects(toFragment(noise, window), /too long for a link: \d+ characters/);
  const bomb = await toFragment("x".repeat(200_000), window);
  await assert.rejects(fromFragment(bomb, window), /cut or changed/);
});
