// Talking to the server: JSON requests, and one socket that thinks.

/** @import { Position, Whole } from "./types" */

const UNREACHED = "The server cannot be reached.";

export async function post(path, data) {
  const body = JSON.stringify(data);
  return read(await reach(path, { method: "POST", headers: { "Content-Type": "application/json" }, body }));
}

export async function get(path) {
  return read(await reach(path));
}

function reach(path, request) {
  return fetch(path, request).catch(() => { throw new Error(UNREACHED, { cause: "lost" }); });
}

async function read(answer) {
  const data = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok) throw new Error(data.error || `the server answered ${answer.status}`);
  return data;
}

// A position as requests name it.
/** @type {(position: Position) => Whole} */
export const whole = (position) => ({ game: position.game, start: position.start, moves: position.moves });

// Reports go to the listener of the request they answer; whoever asks again is no longer told of what came before.
// Where no answer can come any more, `lost` is told why, once for all who wait.
export class Socket {
  constructor(lost) {
    this.lost = lost;
    this.listeners = new Map();
    this.asks = 0;
  }

  ask(message, listener) {
    const ask = ++this.asks;
    if (listener) this.listeners.set(ask, listener);
    this.opened().then((socket) => socket.send(JSON.stringify({ ...message, ask })));
    return ask;
  }

  forget(ask) {
    this.listeners.delete(ask);
  }

  opened() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return this.ready;
    const address = new URL("api/think", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    let why = UNREACHED;
    this.socket = new WebSocket(address);
    this.socket.onmessage = (event) => {
      const report = JSON.parse(event.data);
      if (report.is === "error" && !report.ask) why = report.message; // a refusal, and then the server closes
      const listener = this.listeners.get(report.ask);
      if (listener) listener(report);
      if (["done", "view", "steps", "error"].includes(report.is)) this.listeners.delete(report.ask);
    };
    this.socket.onclose = () => {
      const waiting = this.listeners.size > 0;
      this.listeners.clear();
      if (waiting) this.lost(why);
    };
    this.ready = new Promise((resolve) => {
      this.socket.onopen = () => {
        why = "The server closed the connection.";
        resolve(this.socket);
      };
    });
    return this.ready;
  }
}
