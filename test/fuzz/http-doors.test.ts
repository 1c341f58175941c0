// Any request that is HTTP gets an answer of the contract, from every door of the HTTP port and the operations port.
import type { Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { each, fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import type { FuzzKeys } from "./hostile-text.ts";
import { connectRequest, grpcWebRequest, opsRequest, restRequest } from "./hostile-http.ts";
import {
  connectComplaints,
  grpcWebComplaints,
  opsComplaints,
  restComplaints,
  type Judge,
} from "./http-complaints.ts";
import { createHttpSender, type HttpRequest, type HttpSender } from "./http-exchange.ts";
import type { Tally } from "./tally.ts";

/** Where a body is refused before it is read, the connection may break under the rest of it. */
const BODY_BYTES_MAX = 65_536;

interface HttpDoor {
  readonly name: string;
  readonly ports: readonly (keyof typeof SHARES)[];
  readonly requests: (keys: FuzzKeys) => Arbitrary<HttpRequest>;
  readonly complaints: Judge;
}

/** How much of what a door gets it gets at each port. */
const SHARES = { http: 1, sidecar: 0.2, ops: 1 };

const BOTH = ["http", "sidecar"] as const;

const DOORS: readonly HttpDoor[] = [
  { name: "rest", ports: BOTH, requests: restRequest, complaints: restComplaints },
  { name: "connect", ports: BOTH, requests: connectRequest, complaints: connectComplaints },
  { name: "grpc-web", ports: BOTH, requests: grpcWebRequest, complaints: grpcWebComplaints },
  { name: "ops", ports: ["ops"], requests: opsRequest, complaints: opsComplaints },
];

describe("any HTTP request", () => {
  const suite = useFuzzTarget();

  it.each(DOORS.flatMap((door) => door.ports.map((port) => ({ door, port }))))(
    "$door.name, at the port $port · is answered as the contract says, and harms nobody",
    { timeout: FUZZ_TIMEOUT_MS },
    async ({ door: { name, requests, complaints }, port }) => {
      const { target } = suite;
      const sender = createHttpSender(target.ports[port]);
      const tally = suite.tallyOf(`${name}, ${port}`);
      try {
        const send = each((request: HttpRequest) => complaintsAbout(request, { sender, complaints, tally }));
        await fuzz(requests(target.keys), RUNS * SHARES[port], (batch) => {
          target.passSecond();
          return send(batch);
        });
      } finally {
        sender.close();
      }
      expect(tally.total).toBeGreaterThanOrEqual(RUNS * SHARES[port]);
      // Neither was everything refused, nor everything taken.
      expect(tally.count(200)).toBeGreaterThan(0);
      expect(tally.total - tally.count(200)).toBeGreaterThan(0);
      await target.expectUnharmed();
    },
  );
});

async function complaintsAbout(
  request: HttpRequest,
  { sender, complaints, tally }: { sender: HttpSender; complaints: Judge; tally: Tally },
): Promise<readonly string[]> {
  try {
    const reply = await sender.send(request);
    tally.add(reply.status);
    return complaints(request, reply).map(
      (complaint) =>
        `${complaint}: ${shown(request)}\n→ ${reply.status} ${reply.headers.join(" ")} ${reply.body.toString().slice(0, 300)}`,
    );
  } catch (error) {
    tally.add("no answer");
    // Bytes that are no request are answered before the method is known, so HEAD gets a body there.
    if (request.method === "HEAD" && String(error).includes("Parse Error")) return [];
    return (request.body?.length ?? 0) > BODY_BYTES_MAX ? [] : [`${String(error)}: ${shown(request)}`];
  }
}

function shown({ body, ...head }: HttpRequest): string {
  return `${JSON.stringify(head)} ${body === undefined ? "" : Buffer.from(body.subarray(0, 200)).toString("base64")}`;
}
