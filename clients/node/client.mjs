// A subscriber that has every event exactly once and in order. Written from docs/protocol.md alone.
// node client.mjs EVENTS DESK TABLE [UNTIL [KEYFILE]]: an event's body a line on standard output; ends after event UNTIL.
import { readFileSync } from "node:fs";
import { Dealer, Subscriber } from "zeromq";

const [events, desk, table, until = "Infinity", keys] = process.argv.slice(2);
const options = { heartbeatInterval: 1000, heartbeatTimeout: 5000, heartbeatTimeToLive: 5000, reconnectInterval: 50,
  reconnectMaxInterval: 1000, linger: 0, maxMessageSize: 1048576 };
const option = { server: "curveServerKey", secret: "curveSecretKey", public: "curvePublicKey" };
for (const [, name, key] of keys ? readFileSync(keys, "utf8").matchAll(/^(\w+) = "(.*)"$/gm) : []) options[option[name]] = key;
let epoch = "", hash = "", next = 0, known = 0; // the last event's epoch and hash, the next number, the highest known
let met = false, doubt = true, gaps = 0, tag = 0, heard = Date.now(), interval = 1000, gone = false;
let wake = () => {};
function finish(code, why) {
  process.stdout.write("", () => process.stderr.write(`${why}\n`, () => process.exit(code)));
}

function watched(socket) { // a refused socket itself says nothing
  socket.events.on("handshake:error:auth", () => finish(2, "the table does not admit this key here"));
  socket.events.on("handshake:error:protocol", () => finish(2, keys ? "the table has no keys" : "the table asks for a key"));
  return socket;
}

function behind(n) { // event n exists
  if (met && known < next && next <= n) gaps += 1;
  known = Math.max(known, n);
  wake();
}

function offer(from, n, body, line) {
  if (from !== epoch) { doubt = true; return wake(); }
  if (n > next) return behind(n);
  if (n < next || next > Number(until)) return;
  process.stdout.write(`${body}\n`);
  [next, hash] = [n + 1, String(line)];
  if (n >= Number(until)) finish(0, `gaps=${gaps}`);
}

function beat({ epoch: from, head, hash: line, interval_ms }) {
  interval = interval_ms;
  const other = from !== epoch || head < next - 1 || (head === next - 1 && head > 0 && line !== hash);
  if (met && other) { doubt = true; wake(); } else behind(head);
}

async function listen() {
  const socket = watched(new Subscriber({ ...options, receiveHighWaterMark: 10000 }));
  socket.subscribe(`v1/${table}/`);
  socket.connect(events);
  for await (const [topic, ...frames] of socket) {
    [heard, gone] = [Date.now(), false];
    if (String(topic) === `v1/${table}/heartbeat`) beat(JSON.parse(frames[0]));
    else offer(frames[0].toString("hex", 0, 16), Number(frames[0].readBigUInt64BE(16)), frames[1], frames[2]);
  }
}

let caller; // the line to the desk; a request without a reply after a second goes out again over a new one
async function call(request) {
  for (;;) {
    if (!caller) (caller = watched(new Dealer({ ...options, receiveTimeout: 1000 }))).connect(desk);
    try {
      await caller.send(JSON.stringify({ ...request, tag: ++tag }));
      for (;;) {
        const [first, ...frames] = await caller.receive();
        const reply = JSON.parse(first);
        if (reply.tag === tag) return [reply, frames];
      }
    } catch { caller.close(); caller = undefined; }
  }
}

async function fetchMissing() {
  for (;;) {
    if (doubt) {
      const [here] = await call({ verb: "hello", epoch, head: Math.max(next - 1, 0), hash });
      if (here.reply !== "here") return finish(3, `stopped: ${here.why}`);
      if (epoch && here.epoch !== epoch) return finish(3, `stopped: the table has begun epoch ${here.epoch}`);
      [doubt, epoch, next, known, met] = [false, here.epoch, next || Math.max(here.oldest, 1), Math.max(known, here.head), true];
    } else if (next <= known) {
      const [got, frames] = await call({ verb: "get", first: next });
      if (got.reply === "refused") return finish(3, `stopped: ${got.why}`);
      for (let i = 0; i < got.count; i++) offer(got.epoch, got.first + i, frames[2 * i], frames[2 * i + 1]);
    } else await new Promise((resolve) => (wake = resolve));
  }
}

setInterval(() => {
  if (!gone && Date.now() - heard > 3 * interval) { gone = true; process.stderr.write("the table is gone\n"); }
}, 200);
Promise.all([listen(), fetchMissing()]);
