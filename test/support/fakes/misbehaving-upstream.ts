// A real HTTP server on a free port that does to a client what the worst provider would.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "../programs/free-port.ts";

interface Answer {
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

export type Behaviour =
  /** A whole answer. It is held back until `after` resolves, if `after` is given. */
  | ({ kind: "answer"; after?: Promise<void> } & Answer)
  /** A whole answer that depends on the request's URL. It is held back in the same way. */
  | { kind: "reply"; reply: (url: URL) => Answer; after?: Promise<void> }
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
  /** How many requests have not ended yet. */
  readonly atOnce: number;
  /** Applies to requests from now on. */
  behave(behaviour: Behaviour): void;
  /** Ends every connection, and frees the port. */
  close(): Promise<void>;
}

const CHUNK = "x".repeat(16 * 1024);

function send(response: ServerResponse, { body, status = 200, headers = {} }: Answer): void {
  const isReady = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, headers).end(isReady ? body : JSON.stringify(body));
}

export async function createMisbehavingUpstream(first: Behaviour): Promise<MisbehavingUpstream> {
  let behaviour = first;
  let atOnce = 0;
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
      case "reply": {
        const { after, reply } = behaviour;
        if (after !== undefined) await after;
        send(response, reply(url));
        return;
      }
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
export const createRefusingUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
