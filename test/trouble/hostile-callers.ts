// What the fuzz of each door sends, while there is trouble.
import fc, { type Arbitrary } from "fast-check";
import { exchangeGrpc, type GrpcRequest } from "../fuzz/grpc-exchange.ts";
import { grpcComplaints } from "../fuzz/grpc-complaints.ts";
import type { FuzzKeys } from "../fuzz/hostile-text.ts";
import { connectRequest, grpcWebRequest, restRequest } from "../fuzz/hostile-http.ts";
import { grpcRequest } from "../fuzz/hostile-grpc.ts";
import { connectComplaints, grpcWebComplaints, restComplaints, type Judge } from "../fuzz/http-complaints.ts";
import { createHttpSender, type HttpRequest, type HttpSender } from "../fuzz/http-exchange.ts";
import { repeat, withinTime, type Scene } from "./scene.ts";

/** Where a body is refused before it is read, the connection may break under the rest of it. */
const BODY_BYTES_MAX = 65_536;

const BATCH = 10;
const SEED_MAX = 2 ** 31 - 1;

/** Late or unavailable, in the words of the judges. */
const OF_TROUBLE = /status is (?:503|504|4)$|grpc-status (?:4|14),/;

function batchOf<T>({ random }: Scene, one: Arbitrary<T>): readonly T[] {
  return fc.sample(one, { numRuns: BATCH, seed: random.between(0, SEED_MAX) });
}

async function isOfTrouble({ timeline }: Scene, complaint: string, sinceMs: number): Promise<boolean> {
  return (
    OF_TROUBLE.test(complaint) && (await timeline.explains(["disk", "provider", "clock", "machine"], sinceMs))
  );
}

/** At the HTTP doors, here and before the sidecar. */
export async function beHostile(scene: Scene, keys: FuzzKeys): Promise<void> {
  const senders = [scene.ports.http, scene.ports.sidecar].map(createHttpSender);
  const doors: readonly { readonly requests: Arbitrary<HttpRequest>; readonly judge: Judge }[] = [
    { requests: restRequest(keys), judge: restComplaints },
    { requests: connectRequest(keys), judge: connectComplaints },
    { requests: grpcWebRequest(keys), judge: grpcWebComplaints },
  ];
  await repeat(scene, "a hostile caller", async () => {
    const { requests, judge } = scene.random.pick(doors);
    const sender = scene.random.pick(senders);
    await Promise.all(batchOf(scene, requests).map((request) => judgeOne(scene, { request, sender, judge })));
  });
  for (const sender of senders) sender.close();
}

async function judgeOne(
  scene: Scene,
  { request, sender, judge }: { request: HttpRequest; sender: HttpSender; judge: Judge },
): Promise<void> {
  const sinceMs = Date.now();
  const { body, ...head } = request;
  const shown = `${JSON.stringify(head)} ${Buffer.from(body?.subarray(0, 200) ?? []).toString("base64")}`;
  try {
    const reply = await asked(scene, () => withinTime("http", sender.send(request)));
    scene.tally.add(`hostile: ${reply.status}`);
    for (const complaint of judge(request, reply)) {
      if (!(await isOfTrouble(scene, complaint, sinceMs))) {
        scene.complain(`${complaint}: ${shown}\n→ ${reply.status} ${reply.body.toString().slice(0, 300)}`);
      }
    }
  } catch (error) {
    scene.tally.add("hostile: no answer");
    const isHead = request.method === "HEAD" && String(error).includes("Parse Error");
    if (!isHead && (body?.length ?? 0) <= BODY_BYTES_MAX) scene.complain(`${String(error)}: ${shown}`);
  }
}

/** Asks again once where there was no answer: a connection may break, and a machine may stand still; a request that does it twice is at fault. */
async function asked<T>({ tally }: Scene, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    tally.add("hostile: asked again");
    return ask();
  }
}

/** Throws where a connection as a whole is not answered. */
async function exchanged({ ports }: Scene, batch: readonly GrpcRequest[]) {
  const replies = await withinTime("grpc", exchangeGrpc(ports.grpc, batch));
  const error = replies.find((reply) => reply instanceof Error);
  if (error === undefined) return replies;
  const sizes = batch.map(({ body, ending }) => `${body.length} ${ending}`).join(", ");
  console.log(`${String(error)}: a connection with requests of ${sizes}`);
  throw error;
}

export function beHostileOverGrpc(scene: Scene, keys: FuzzKeys): Promise<void> {
  const requests = grpcRequest(keys);
  return repeat(scene, "a hostile gRPC caller", async () => {
    const sinceMs = Date.now();
    const batch = batchOf(scene, requests);
    const replies = await asked(scene, () => exchanged(scene, batch));
    for (const [i, request] of batch.entries()) {
      const reply = replies[i];
      if (reply === undefined || reply instanceof Error) {
        scene.tally.add("hostile: reset");
        continue;
      }
      const complaints = grpcComplaints(request, reply);
      scene.tally.add("hostile: grpc");
      for (const complaint of complaints) {
        if (await isOfTrouble(scene, complaint, sinceMs)) continue;
        const { body, ...head } = request;
        scene.complain(
          `${complaint}: ${body.length} bytes after ${JSON.stringify(head)} ${Buffer.from(body.subarray(0, 200)).toString("base64")}\n→ ${JSON.stringify(reply)}`,
        );
      }
    }
  });
}
