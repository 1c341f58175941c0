// Any gRPC call, and much that is none, gets a status of the contract.
import { describe, expect, it } from "vitest";
import { fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { grpcComplaints } from "./grpc-complaints.ts";
import { exchangeGrpc, type GrpcRequest } from "./grpc-exchange.ts";
import { grpcRequest } from "./hostile-grpc.ts";

describe("any gRPC call", () => {
  const suite = useFuzzTarget();

  it("gets a status of the contract, and harms nobody", { timeout: FUZZ_TIMEOUT_MS }, async () => {
    const { target } = suite;
    const tally = suite.tallyOf("grpc");
    await fuzz(grpcRequest(target.keys), RUNS, async (batch) => {
      target.passSecond();
      const replies = await exchangeGrpc(target.ports.grpc, batch);
      return batch.flatMap((request, i) => {
        const reply = replies[i];
        if (reply === undefined) {
          tally.add("reset");
          return [];
        }
        if (reply instanceof Error) return [`${String(reply)}: ${shown(request)}`];
        tally.add(reply.grpcStatus ?? `HTTP ${reply.httpStatus}`);
        return grpcComplaints(request, reply).map(
          (complaint) => `${complaint}: ${shown(request)}\n→ ${JSON.stringify(reply)}`,
        );
      });
    });
    expect(tally.total).toBeGreaterThanOrEqual(RUNS);
    expect(tally.count(0)).toBeGreaterThan(0);
    expect(tally.count(3)).toBeGreaterThan(0);
    await target.expectUnharmed();
  });
});

function shown({ body, ...head }: GrpcRequest): string {
  return `${JSON.stringify(head)} ${Buffer.from(body.subarray(0, 200)).toString("base64")}`;
}
