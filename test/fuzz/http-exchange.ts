// Requests that Node's own client can send, and the answers.
import { Agent, request as startRequest } from "node:http";

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array | undefined;
}

export interface HttpReply {
  readonly status: number;
  /** Names in lower case, in the order in which the headers came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface HttpSender {
  /** Rejects when the connection breaks, or when no answer came in time. */
  send(request: HttpRequest): Promise<HttpReply>;
  close(): void;
}

/** The service waits no longer than this, except for a caller that is slow itself. */
const ANSWER_WITHIN_MS = 10_000;

export function createHttpSender(port: number): HttpSender {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const request = startRequest({
          host: "127.0.0.1",
          port,
          agent,
          method,
          path,
          setHost: false,
          timeout: ANSWER_WITHIN_MS,
        });
        for (const [name, values] of Map.groupBy(headers, ([name]) => name.toLowerCase())) {
          request.setHeader(
            name,
            values.length === 1 ? (values[0]?.[1] ?? "") : values.map(([, value]) => value),
          );
        }
        // Without this header, Node would not state the length of a body if the method usually has none.
        if (body !== undefined) request.setHeader("content-length", body.length);
        request.on("timeout", () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
        request.on("error", reject);
        request.on("response", (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: pairs(response.rawHeaders),
              body: Buffer.concat(chunks),
            }),
          );
        });
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [
    (raw[2 * i] ?? "").toLowerCase(),
    raw[2 * i + 1] ?? "",
  ]);
}

export function headerOf({ headers }: Pick<HttpReply, "headers">, name: string): string | undefined {
  return headers.find(([other]) => other === name)?.[1];
}
