// Any request, and much that is none, gets an answer of the contract, from every door and from the operations port.
import type { Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { complaintsAboutGrpc, exchangeGrpc } from "./grpc-exchange.ts";
import { grpcRequest } from "./hostile-grpc.ts";
import { connectRequest, grpcWebRequest, opsRequest, restRequest } from "./hostile-http.ts";
import type { FuzzKeys } from "./hostile-text.ts";
import {
  complaintsAboutHttp,
  connectComplaints,
  grpcWebComplaints,
  opsComplaints,
  restComplaints,
  type Judge,
} from "./http-complaints.ts";
import { createHttpSender, type HttpRequest } from "./http-exchange.ts";

interface HttpDoor {
  readonly name: string;
  readonly ports: readonly (keyof typeof SHARES)[];
  readonly requests: (keys: FuzzKeys) => Arbitrary<HttpRequest>;
  readonly judge: Judge;
}

/** How much of what a door gets it gets at each port. */
const SHARES = { http: 1, sidecar: 0.2, ops: 1 };

const BOTH = ["http", "sidecar"] as const;

const HTTP_DOORS: readonly HttpDoor[] = [
  { name: "rest", ports: BOTH, requests: restRequest, judge: restComplaints },
  { name: "connect", ports: BOTH, requests: connectRequest, judge: connectComplaints },
  { name: "grpc-web", ports: BOTH, requests: grpcWebRequest, judge: grpcWebComplaints },
  { name: "ops", ports: ["ops"], requests: opsRequest, judge: opsComplaints },
];

describe("any request is answered as the contract says, and harms nobody", () => {
  const suite = useFuzzTarget();

  it.each(HTTP_DOORS.flatMap((door) => door.ports.map((port) => ({ ...door, port }))))(
    "$name, at the port $port",
    { timeout: FUZZ_TIMEOUT_MS },
    async ({ name, requests, judge, port }) => {
      const { target } = suite;
      const sender = createHttpSender(target.ports[port]);
      const tally = suite.tallyOf(`${name}, ${port}`);
      const runs = RUNS * SHARES[port];
      try {
        await fuzz(requests(target.keys), runs, async (batch) => {
          target.passSecond();
          const complaints = batch.map((request) => complaintsAboutHttp(request, { sender, judge, tally }));
          return (await Promise.all(complaints)).flat();
        });
      } finally {
        sender.close();
      }
      expect(tally.total).toBeGreaterThanOrEqual(runs);
      // Neither was everything refused, nor everything taken.
      expect(tally.count(200)).toBeGreaterThan(0);
      expect(tally.total - tally.count(200)).toBeGreaterThan(0);
      await target.expectUnharmed();
    },
  );

  it("gRPC", { timeout: FUZZ_TIMEOUT_MS }, async () => {
    const { target } = suite;
    const tally = suite.tallyOf("grpc");
    await fuzz(grpcRequest(target.keys), RUNS, async (batch) => {
      target.passSecond();
      return complaintsAboutGrpc(batch, await exchangeGrpc(target.ports.grpc, batch), tally);
    });
    expect(tally.total).toBeGreaterThanOrEqual(RUNS);
    expect(tally.count(0)).toBeGreaterThan(0);
    expect(tally.count(3)).toBeGreaterThan(0);
    await target.expectUnharmed();
  });
});
