import { clock, span } from "./format.js";
import { serverWords } from "./words.js";

// serviceState is what is so at a moment of lab time, as tables: the keys on the
// servers, the store, the messages on their way.
export function serviceState(facts, lanes, at) {
  return [
    keyTable(facts, at),
    { title: "Store", head: ["Object", "Version", "Value", "Highest token", "Fencing"], rows: storeRows(lanes), none: "Nothing was read or written yet." },
    { title: "On their way", head: ["#", "From", "To", "Message"], rows: flyingRows(facts, at), none: "No message is on its way." },
    { title: "Servers", head: ["Server", "What it is", "State", "Clock", "Address"], rows: serverRows(lanes), none: "This lock has no server." },
  ];
}

// Of keys in a queue there is one server, and what they hang on says more than
// their value.
function keyTable({ keys }, at) {
  const live = keys.list.filter((key) => key.from <= at && (key.end ?? Infinity) > at);
  const left = ({ until }) => (until ? span(Math.max(until - at, 0)) : "no expiry");
  const table = { title: "Keys", none: "No lock key exists." };
  if (!live.some((key) => key.order)) {
    return { ...table, head: ["Server", "Key", "Owner", "Value", "Time left"], rows: live.map((key) => [key.lane, key.key, key.owner, key.value, left(key)]) };
  }
  const queue = live.sort((a, b) => a.order - b.order);
  return { ...table, head: ["Number", "Key", "Owner", "Hangs on", "Time left"], rows: queue.map((key) => [key.order, key.key, key.owner, key.session, left(key)]) };
}

function storeRows(lanes) {
  return [...lanes.values()]
    .filter((lane) => lane.group === "store" && lane.object?.object)
    .map(({ object, fencing }) => [object.object, object.version ?? "", object.value ?? "", object.highest || "none", fencing ? "on" : "off"]);
}

function flyingRows({ messages }, at) {
  return messages.list
    .filter((message) => message.sent <= at && (message.end ?? Infinity) > at)
    .slice(0, 20)
    .map((message) => [`#${message.msg}`, message.from, message.to, waits(message, at) + message.text]);
}

function waits({ arrived, fate }, at) {
  if (fate === "held") return "(held) ";
  return arrived !== null && arrived <= at ? "(waits) " : "";
}

function serverRows(lanes) {
  return [...lanes.values()]
    .filter((lane) => lane.group === "server")
    .map((lane) => [lane.id, lane.what, serverWords(lane), lane.clock ? clock(lane.clock) : "", lane.addr]);
}
