// The standard health service, asked by a client (https://grpc.io/docs/guides/health-checking/).
import { service } from "grpc-health-check";

/**
 * A core that is well answers in a millisecond, and one that is overloaded within a few turns of its event loop: it has to
 * keep its place, or the others get its load too. Shorter than the 2 s that probes wait for this answer.
 */
const TIMEOUT_MS = 1_500;

const check = service["Check"];

/** Rejects unless the server says it is serving. `ask` makes a call of a path, with messages in the binary format. */
export async function expectServing(
  ask: (path: string, request: Uint8Array, timeoutMs: number) => Promise<Uint8Array>,
): Promise<void> {
  if (check === undefined) {
    throw new Error("the health service has no Check");
  }
  const answer = await ask(check.path, check.requestSerialize({ service: "" }), TIMEOUT_MS);
  const { status } = check.responseDeserialize(Buffer.from(answer)) as { status?: string };
  if (status !== "SERVING") {
    throw new Error(`the core says ${String(status)}`);
  }
}
