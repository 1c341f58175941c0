// Sends generated requests to one HTTP door of a target, at one of its ports.
import type { Arbitrary } from "fast-check";
import { expect } from "vitest";
import { fuzz, RUNS } from "./fuzz-runs.ts";
import type { FuzzSuite } from "./fuzz-target.ts";
import type { FuzzKeys } from "./hostile-text.ts";
import { complaintsAboutHttp, type Judge } from "./http-complaints.ts";
import { createHttpSender, type HttpRequest } from "./http-exchange.ts";

export interface HttpDoor {
  readonly name: string;
  readonly port: keyof typeof SHARES;
  readonly requests: (keys: FuzzKeys) => Arbitrary<HttpRequest>;
  readonly judge: Judge;
}

/** The share of a door's requests that is sent to each port. */
const SHARES = { http: 1, sidecar: 0.2, ops: 1 };

export async function fuzzHttpDoor(suite: FuzzSuite, { name, port, requests, judge }: HttpDoor) {
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
  // Some requests were answered, and some refused.
  expect(tally.count(200)).toBeGreaterThan(0);
  expect(tally.total - tally.count(200)).toBeGreaterThan(0);
  await target.expectUnharmed();
}
