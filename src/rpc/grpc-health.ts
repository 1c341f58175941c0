// The standard health service, asked by a client (https://grpc.io/docs/guides/health-checking/).
import type { Client } from "@grpc/grpc-js";
import { service } from "grpc-health-check";
import { systemClock } from "../clock.ts";

/**
 * A core that is well answers in a millisecond, and one that is overloaded within a few turns of its event loop: it has to
 * keep its place, or the others get its load too. Shorter than the 2 s that probes wait for this answer.
 */
const TIMEOUT_MS = 1_500;

const check = service["Check"];

/** Rejects unless the server says it is serving. */
export function expectServing(client: Client): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (check === undefined) {
    throw new Error("the health service has no Check");
  }
  client.makeUnaryRequest(
    check.path,
    check.requestSerialize,
    check.responseDeserialize,
    { service: "" },
    { deadline: systemClock.nowMs() + TIMEOUT_MS },
    (error, answer) => {
      const status = (answer as { status?: string } | undefined)?.status;
      if (error === null && status === "SERVING") {
        resolve();
      } else {
        reject(error ?? new Error(`the core says ${String(status)}`));
      }
    },
  );
  return promise;
}
