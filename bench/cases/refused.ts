// What a refusal costs beside an answer: a caller who is wrong must not take the time of those who are right.
import type { Bench, BenchCase, Target } from "../harness/bench-case.ts";
import { compare, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { REST_ON_REDIS } from "../varied/door.ts";
import { createAccounts } from "../varied/create-accounts.ts";
import { trafficSide, type Traffic } from "../varied/load-traffic.ts";
import { startPeerAt } from "../varied/peer-at.ts";
import { restRequest } from "../varied/http-request.ts";
import { questions } from "../varied/questions.ts";
import { startServiceAt } from "../varied/service-at.ts";

const TARGET = { kind: "at most", value: 0.5 } as const;

type Keys = Traffic["keys"];

type Sides = Readonly<Record<"answered" | "bad key" | "used-up quota" | "invalid request", Side>>;

export const refused: BenchCase = { name: "refused", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const service = await startServiceAt(REST_ON_REDIS, { name: "service" }, bench);
  // So many that none is refused too often, and held back for it.
  const usedUp = await createAccounts({ storeUrl: service.storeUrl, count: 1_000, quota: 1 }, bench);
  const peer = await startPeerAt(
    REST_ON_REDIS,
    [[service.key, 1_000_000_000], ...usedUp.map((key) => [key, 1] as const)],
    bench,
  );
  if ("skipped" in peer) throw new Error(peer.skipped);
  const badKeys = Array.from({ length: 1_000 }, createApiKey) as unknown as Keys;
  const sidesOf = async (name: string, server: Running) => {
    const keys = { right: [service.key] as const, bad: badKeys, usedUp };
    for (const key of usedUp) await useUp(server, key);
    return sidesAt(name, server, keys, bench);
  };
  const [ours, theirs] = [await sidesOf("service", service), await sidesOf("off the shelf", peer)];
  const beside = (who: string, { answered, ...others }: Sides, target?: Target) =>
    Object.entries(others).map(([what, side]) => ({
      what: `${who}${what}, CPU beside an answered call`,
      figure: "cpuUsPerAnswer" as const,
      of: side,
      beside: answered,
      target,
    }));
  return compare(
    [...Object.values(ours), ...Object.values(theirs)],
    [...beside("", ours, TARGET), ...beside("off the shelf, ", theirs)],
    bench,
  );
}

/** Each kind is tried once, so that what is measured is refused for the reason that it is meant to be. */
async function sidesAt(
  name: string,
  server: Running,
  keys: { readonly right: Keys; readonly bad: Keys; readonly usedUp: Keys },
  bench: Bench,
): Promise<Sides> {
  const spoil = (request: string) => request.replace(/lat=[^&]*/, "lat=95");
  const side = async (what: string, status: number, traffic: Omit<Traffic, "mix">) => {
    const found = await statusOf(server, traffic);
    if (found !== status) throw new Error(`${name}: ${what} got ${found} instead of ${status}`);
    const asked = { ...traffic, mix: "booking-confidence", isRefused: status !== 200 } as const;
    return trafficSide({ name: `${name}: ${what}`, way: "REST", server, ...asked }, bench);
  };
  return {
    answered: await side("answered", 200, { keys: keys.right }),
    "bad key": await side("bad key", 401, { keys: keys.bad }),
    "used-up quota": await side("used-up quota", 429, { keys: keys.usedUp }),
    "invalid request": await side("invalid request", 400, { keys: keys.usedUp, spoil }),
  };
}

async function useUp(server: Running, key: string): Promise<void> {
  const status = await statusOf(server, { keys: [key] });
  if (status !== 200) throw new Error(`the only call of a month got ${status}`);
}

async function statusOf({ port }: Running, { keys, spoil }: Omit<Traffic, "mix">): Promise<number> {
  const [question] = questions({ seed: 1, count: 1, nowMs: Date.now(), mix: "booking-confidence" });
  if (question === undefined) throw new Error("no question");
  const request = restRequest(question, keys[0]);
  const [, path = ""] = (spoil?.(request) ?? request).split(" ");
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": keys[0] } });
  await response.body?.cancel();
  return response.status;
}
