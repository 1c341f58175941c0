// Any request, valid or not, is answered as the contract says: at the doors that any-request.test.ts leaves out, at a
// sidecar, and at the operations port.
import { describe, expect, it } from "vitest";
import { fuzzHttpDoor, type HttpDoor } from "./fuzz-http-door.ts";
import { FUZZ_TIMEOUT_MS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { opsRequest, restRequest } from "./hostile-http.ts";
import { connectRequest, grpcWebRequest } from "./hostile-rpc.ts";
import { connectComplaints, grpcWebComplaints, opsComplaints, restComplaints } from "./http-complaints.ts";

const REST = { name: "rest", requests: restRequest, judge: restComplaints };
const CONNECT = { name: "connect", requests: connectRequest, judge: connectComplaints };
const GRPC_WEB = { name: "grpc-web", requests: grpcWebRequest, judge: grpcWebComplaints };

const DOORS: readonly HttpDoor[] = [
  { ...REST, port: "sidecar" },
  { ...CONNECT, port: "http" },
  { ...CONNECT, port: "sidecar" },
  { ...GRPC_WEB, port: "http" },
  { ...GRPC_WEB, port: "sidecar" },
  { name: "ops", port: "ops", requests: opsRequest, judge: opsComplaints },
];

describe("any request is answered as the contract says, and harms nobody", () => {
  const suite = useFuzzTarget();

  it.each(DOORS)("$name, at the port $port", { timeout: FUZZ_TIMEOUT_MS }, async (door) => {
    await expect(fuzzHttpDoor(suite, door)).resolves.toBeUndefined();
  });
});
