// A real HTTP server on a free port that does to a client what the worst provider would.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Behaviour =
  /** A whole answer; anything but a string and bytes is sent as JSON. Held back until `after`, if there is one. */
  | {
      kind: "answer";
      body: unknown;
      status?: number;
      headers?: Record<string, string>;
      after?: Promise<void>;
    }
  /** A whole answer to what was asked. */
  | {
      kind: "reply";
      reply: (url: URL) => { body: unknown; status?: number; headers?: Record<string, string> };
    }
  /** Takes the request and never answers. */
  | { kind: "silent" }
  /** Sends the status and the beginning of a body, then a byte now and then, for ever. */
  | { kind: "trickle"; body: string }
  /** Announces the whole body, sends half of it, and closes the connection. */
  | { kind: "cut"; body: string }
  /** Sends without end, as fast as it is read. */
  | { kind: "endless" };

export interface SeenRequest {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
}

export interface MisbehavingUpstream {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** How many requests are being answered, and how many were at once, at most. */
  readonly atOnce: number;
  readonly atOnceMax: number;
  /** From now on. */
  behave(behaviour: Behaviour): void;
  /** Ends every connection, and frees the port. */
  close(): Promise<void>;
}

const CHUNK = "x".repeat(16 * 1024);

function send(
  response: ServerResponse,
  answer: { body: unknown; status?: number; headers?: Record<string, string> },
): void {
  const { body, status = 200, headers = {} } = answer;
  const isReady = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, headers).end(isReady ? body : JSON.stringify(body));
}

export async function createMisbehavingUpstream(first: Behaviour): Promise<MisbehavingUpstream> {
  let behaviour = first;
  let atOnce = 0;
  let atOnceMax = 0;
  const requests: SeenRequest[] = [];

  function sendEndlessly(response: ServerResponse): void {
    let isFlowing = true;
    while (isFlowing && !response.destroyed) {
      isFlowing = response.write(CHUNK);
    }
    if (!response.destroyed) response.once("drain", () => sendEndlessly(response));
  }

  async function act(url: URL, response: ServerResponse): Promise<void> {
    switch (behaviour.kind) {
      case "answer": {
        const { after, ...answer } = behaviour;
        if (after !== undefined) await after;
        send(response, answer);
        return;
      }
      case "reply":
        send(response, behaviour.reply(url));
        return;
      case "silent":
        return;
      case "trickle": {
        response.write(behaviour.body);
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
        return;
      }
      case "cut": {
        const { body } = behaviour;
        response.writeHead(200, { "content-length": Buffer.byteLength(body) });
        response.write(body.slice(0, body.length / 2), () => response.destroy());
        return;
      }
      case "endless":
        sendEndlessly(response);
    }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://upstream");
    requests.push({ url, headers: request.headers });
    atOnce += 1;
    atOnceMax = Math.max(atOnceMax, atOnce);
    response.on("close", () => (atOnce -= 1));
    void act(url, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get atOnce() {
      return atOnce;
    },
    get atOnceMax() {
      return atOnceMax;
    },
    behave: (next) => {
      behaviour = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The address of a port that refuses connections. */
export async function createRefusingUrl(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
