import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, treeOf } from "./tree.js";

const branch = (id, parent, fork) => ({ id, name: id, parent, fork, head: fork + 9, ended: false });

test("branches stand below the one they left, in the order of their forks", () => {
  const branches = [branch("main", "", 0), branch("b2", "main", 31), branch("b3", "b2", 40), branch("b4", "main", 12)];
  const lines = treeOf({ branches, branch: "b3", head: { seq: 77, ended: true } });
  assert.deepEqual(lines.map(({ id, depth }) => [id, depth]), [["main", 0], ["b4", 1], ["b2", 1], ["b3", 2]]);
  const open = lines.find((line) => line.open);
  assert.deepEqual([open.id, open.head, open.ended], ["b3", 77, true], "the open branch's own head is newer");
});

test("verdicts that came out differently come first", () => {
  const holds = { status: "holds", text: "" };
  const violated = { status: "violated", count: 1, text: "" };
  const rows = apart([{ verdicts: { a: holds, b: holds } }, { verdicts: { a: holds, b: violated, c: holds } }]);
  assert.deepEqual(rows.map(({ name, differs }) => [name, differs]), [["b", true], ["c", true], ["a", false]]);
});
