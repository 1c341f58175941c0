// Any request, valid or not, is answered as the contract says: over REST and gRPC, which most callers use.
import { describe, expect, it } from "vitest";
import { fuzzHttpDoor } from "./fuzz-http-door.ts";
import { fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { complaintsAboutGrpc } from "./grpc-complaints.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { grpcRequest } from "./hostile-grpc.ts";
import { restRequest } from "./hostile-http.ts";
import { restComplaints } from "./http-complaints.ts";

describe("any request is answered as the contract says, and harms nobody", () => {
  const suite = useFuzzTarget();

  it("REST", { timeout: FUZZ_TIMEOUT_MS }, async () => {
    const rest = { name: "rest", port: "http", requests: restRequest, judge: restComplaints } as const;
    await expect(fuzzHttpDoor(suite, rest)).resolves.toBeUndefined();
  });

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
