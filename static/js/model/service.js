import { clock, span } from "./format.js";
import { serverWords } from "./words.js";

// serviceState is what is so at a moment of lab time, as tables: the keys on the
// servers, the store, the messages on their way.
export function serviceState(facts, lanes, at) {
  return [
    { title: "Keys", head: ["Server", "Key", "Owner", "Value", "Time left"], rows: keyRows(facts, at), none: "No lock key exists." },
    { title: "Store", head: ["Object", "Version", "Value", "Highest token", "Fencing"], rows: storeRows(lanes), none: "Nothing was read or written yet." },
    { title: "On their way", head: ["#", "From", "To", "Message"], rows: flyingRows(facts, at), none: "No message is on its way." },
    { title: "Servers", head: ["Server", "State", "Clock", "Address"], rows: serverRows(lanes), none: "This lock has no server." },
  ];
}

function keyRows({ keys }, at) {
  return keys.list
    .filter((key) => key.from <= at && (key.end ?? Infinity) > at)
    .map((key) => [key.lane, key.key, key.owner, key.value, key.until ? span(Math.max(key.until - at, 0)) : "no expiry"]);
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
    .map((lane) => [lane.id, serverWords(lane), lane.clock ? clock(lane.clock) : "", lane.addr]);
}
