// Callers who send the hostile requests of test/fuzz/ while there is trouble.
import fc, { type Arbitrary } from "fast-check";
import type { Complaint } from "../fuzz/fuzz-runs.ts";
import { complaintsAboutGrpc } from "../fuzz/grpc-complaints.ts";
import { exchangeGrpc } from "../fuzz/grpc-exchange.ts";
import { grpcRequest } from "../fuzz/hostile-grpc.ts";
import { restRequest } from "../fuzz/hostile-http.ts";
import { connectRequest, grpcWebRequest } from "../fuzz/hostile-rpc.ts";
import type { FuzzKeys } from "../fuzz/hostile-text.ts";
import {
  complaintsAboutHttp,
  connectComplaints,
  grpcWebComplaints,
  restComplaints,
} from "../fuzz/http-complaints.ts";
import { createHttpSender, type HttpRequest } from "../fuzz/http-exchange.ts";
import { repeat, withinTime, type Scene } from "./scene.ts";

const BATCH = 10;
const SEED_MAX = 2 ** 31 - 1;

/** The complaints of test/fuzz/ about answers that were late or unavailable. */
const OF_TROUBLE = /status is (?:503|504|4)$|grpc-status (?:4|14),/;

/** Sends hostile requests to the HTTP doors of the service and of the sidecar. */
export async function beHostile(scene: Scene, keys: FuzzKeys): Promise<void> {
  const senders = [scene.ports.http, scene.ports.sidecar].map(createHttpSender);
  const doors = [
    { requests: restRequest(keys), judge: restComplaints },
    { requests: connectRequest(keys), judge: connectComplaints },
    { requests: grpcWebRequest(keys), judge: grpcWebComplaints },
  ];
  await repeat(scene, "a hostile caller", async () => {
    const sinceMs = Date.now();
    const { requests, judge } = scene.random.pick(doors);
    const { send, close } = scene.random.pick(senders);
    const patient = (request: HttpRequest) => askedTwice(scene, () => withinTime("http", send(request)));
    const options = { sender: { send: patient, close }, judge, tally: tallyOf(scene) };
    const complaints = batchOf(scene, requests).map((request) => complaintsAboutHttp(request, options));
    await complainUnlessTroubled(scene, (await Promise.all(complaints)).flat(), sinceMs);
  });
  for (const sender of senders) sender.close();
}

export function beHostileOverGrpc(scene: Scene, keys: FuzzKeys): Promise<void> {
  const requests = grpcRequest(keys);
  return repeat(scene, "a hostile gRPC caller", async () => {
    const sinceMs = Date.now();
    const batch = batchOf(scene, requests);
    const replies = await askedTwice(scene, async () => {
      const replies = await withinTime("grpc", exchangeGrpc(scene.ports.grpc, batch));
      // An Error means that the whole connection got no answer.
      const error = replies.find((reply) => reply instanceof Error);
      if (error !== undefined) throw error;
      return replies;
    });
    await complainUnlessTroubled(scene, complaintsAboutGrpc(batch, replies, tallyOf(scene)), sinceMs);
  });
}

function batchOf<T>({ random }: Scene, one: Arbitrary<T>): readonly T[] {
  return fc.sample(one, { numRuns: BATCH, seed: random.between(0, SEED_MAX) });
}

const tallyOf = ({ tally }: Scene) => ({
  add: (outcome: string | number) => tally.add(`hostile: ${outcome}`),
});

/** Retries once if there is no answer: connections break, machines stall. A request that fails twice is at fault. */
async function askedTwice<T>({ tally }: Scene, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    tally.add("hostile: asked again");
    return ask();
  }
}

async function complainUnlessTroubled(
  { timeline, complain }: Scene,
  complaints: readonly Complaint[],
  sinceMs: number,
): Promise<void> {
  for (const { promise, about } of complaints) {
    const isOfTrouble =
      OF_TROUBLE.test(promise) &&
      (await timeline.explains(["disk", "provider", "clock", "machine"], sinceMs));
    if (!isOfTrouble) complain(`${promise}: ${about}`);
  }
}
