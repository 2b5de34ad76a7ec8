// Talking to the server: JSON requests, and one socket that thinks.

export async function post(path, data) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data),
  });
  return read(answer);
}

export async function get(path) {
  return read(await fetch(path));
}

async function read(answer) {
  const data = await answer.json().catch(() => ({ error: `the server answered ${answer.status}` }));
  if (!answer.ok) throw new Error(data.error || `the server answered ${answer.status}`);
  return data;
}

// Reports go to the listener of the request they answer; whoever asks again is no longer told of what came before.
export class Socket {
  constructor(lost) {
    this.lost = lost;
    this.listeners = new Map();
    this.asks = 0;
  }

  async ask(message, listener) {
    const ask = ++this.asks;
    this.listeners.set(ask, listener);
    const socket = await this.opened();
    socket.send(JSON.stringify({ ...message, ask }));
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
    this.socket = new WebSocket(address);
    this.socket.onmessage = (event) => {
      const report = JSON.parse(event.data);
      if (report.is === "error" && !report.ask) this.lost(report.message);
      const listener = this.listeners.get(report.ask);
      if (listener) listener(report);
      if (["done", "view", "error"].includes(report.is)) this.listeners.delete(report.ask);
    };
    this.ready = new Promise((resolve, reject) => {
      this.socket.onopen = () => resolve(this.socket);
      this.socket.onclose = () => {
        const waiting = this.listeners.size > 0;
        this.listeners.clear();
        reject(new Error("the server cannot be reached"));
        if (waiting) this.lost("The server closed the connection.");
      };
    });
    this.ready.catch(() => {});
    return this.ready;
  }
}
