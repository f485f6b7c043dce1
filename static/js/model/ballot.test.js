import assert from "node:assert/strict";
import { test } from "node:test";
import { LOCK, redlockStory } from "../fixtures/redlock.js";
import { answerOf, tallyWords, whyOf } from "./answers.js";
import { ballots, outcome, timesAt } from "./ballot.js";
import { lanesAt } from "./lanes.js";
import { stateWords } from "./words.js";

const log = redlockStory();
const at = (seq) => ballots(log.events, seq, log.lab.lanes);
const seqOf = (kind, lane, n = 0) => log.events.filter((event) => event.kind === kind && event.lane === lane)[n].seq;
const answers = (round) => round.rows.map((row) => row.answer);

test("an answer is one of four things", () => {
  assert.equal(answerOf({ yes: true, answer: "done" }), "yes");
  assert.equal(answerOf({ yes: false, answer: "the key exists" }), "taken");
  assert.equal(answerOf({ yes: false, answer: "redis-2: connection refused" }), "unreachable");
  assert.equal(answerOf({ yes: false, answer: "redis-4: no reply in time (50ms): it may have happened" }), "unknown");
  assert.equal(whyOf("2 of 5 votes, 3 are needed"), "taken");
  assert.equal(tallyWords({ yes: 2, taken: 0, unreachable: 1, unknown: 3 }), "2 yes, 1 unreachable, 3 no reply");
});

test("before anybody asks there is no ballot", () => {
  assert.deepEqual(at(1), []);
});

test("votes are shown as they come", () => {
  const [round] = at(seqOf("vote", "A", 1));
  assert.deepEqual(answers(round), ["yes", "yes", null, null, null]);
  assert.deepEqual([round.yes, round.needed, round.of, round.over], [2, 3, 5, false]);
  const [asked] = at(seqOf("sent", "A", 2));
  assert.equal(asked.rows[2].answer, "asked");
  assert.equal(outcome(asked, 1), "voting");
});

test("a majority in time is held, and its validity counts down", () => {
  const seq = seqOf("acquired", "A");
  const [round] = at(seq);
  assert.deepEqual(answers(round), ["yes", "yes", "yes", "unreachable", "unknown"]);
  const now = log.events[seq - 1].at;
  const times = timesAt(round, now, log.lab);
  assert.equal(times.left, round.until - now);
  assert.equal(timesAt(round, now + 1e9, log.lab).left, times.left - 1e9);
  assert.equal(timesAt(round, now + 20e9, log.lab).left, 0);
  assert.equal(outcome(round, times.left), "held");
  assert.equal(outcome(round, 0), "the promise is over");
});

test("while it votes, what would be left shrinks", () => {
  const [round] = at(seqOf("vote", "A", 0));
  const first = timesAt(round, round.begun, log.lab);
  assert.equal(first.left, log.lab.ttl - first.drift);
  assert.equal(timesAt(round, round.begun + 5e6, log.lab).left, first.left - 5e6);
});

test("without a majority nothing is held, and the clean-up is no new round", () => {
  const [, round] = at(seqOf("waiting", "B"));
  assert.deepEqual(answers(round), ["taken", "taken", "taken", "yes", "yes"]);
  assert.equal(outcome(round, 0), "no majority");
  assert.equal(round.attempt, 1);
  assert.deepEqual(at(log.head.seq)[1].attempt, 2);
});

test("lanes say the three kinds of no apart", () => {
  const words = (seq, lane) => stateWords(lanesAt(log.events, seq, log.lab.lanes).get(lane), log.events[seq - 1].at);
  assert.equal(words(seqOf("vote", "A", 4), "A"), "acquire: 3 yes, 1 unreachable, 1 no reply");
  assert.equal(words(seqOf("waiting", "B"), "B"), "waits: 2 of 5 votes");
  assert.match(words(seqOf("acquired", "A"), "A"), /believes, 9\.\d s left$/);
});

test("the story has its lock", () => assert.equal(LOCK, "job:4471"));
