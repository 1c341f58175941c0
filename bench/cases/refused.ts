// Compares the CPU time of refused and answered calls: refusals must be cheap. "bad key" mostly measures refusals without a
// look-up: after an address has used up its 20 wrong keys, a key that was unknown less than 5 s ago is not looked up again.
import { checkoutsOf, type Bench, type BenchCase, type Target } from "../harness/bench-case.ts";
import { compare, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { createAccounts } from "../varied/accounts.ts";
import { REST_ON_POSTGRES } from "../varied/door.ts";
import { trafficSide, type Keys, type Traffic } from "../varied/load-traffic.ts";
import { startPeer } from "../varied/peer-at.ts";
import { oneBooking } from "../varied/questions.ts";
import { restRequest } from "../varied/question-text.ts";
import { startServiceAt } from "../varied/service-at.ts";

const TARGET = { kind: "at most", value: 0.7 } as const;

/** Enough accounts that none reaches its rate limit on refusals. Refusals beyond that limit are delayed. */
const KEYS = 1_000;

type Sides = Readonly<Record<"answered" | "bad key" | "used-up quota" | "invalid request", Side>>;

export const refused: BenchCase = { name: "refused", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench) {
  const badKeys = Array.from({ length: KEYS }, createApiKey) as unknown as Keys;
  const sidesOf = async (name: string, server: Running, right: string, usedUp: Keys) => {
    for (const key of usedUp) await useUp(server, key);
    return sidesAt(name, server, { right: [right], bad: badKeys, usedUp }, bench);
  };
  const compared: { readonly who: string; readonly sides: Sides; readonly target?: Target }[] = [];
  for (const { name, dir, prefix } of checkoutsOf(bench)) {
    const service = await startServiceAt(REST_ON_POSTGRES, { name, dir }, bench);
    const { key, storeUrl } = service;
    const usedUp = await createAccounts({ storeUrl, count: KEYS, quota: 1, dir }, bench);
    const sides = await sidesOf(name, service, key, usedUp);
    compared.push({ who: prefix, sides, ...(prefix === "" && { target: TARGET }) });
  }
  const [right, ...usedUp] = Array.from({ length: KEYS + 1 }, createApiKey) as [string, string];
  const accounts = [[right, 1_000_000_000] as const, ...usedUp.map((key) => [key, 1] as const)];
  const peer = await startPeer("off the shelf on Redis", accounts, bench);
  if ("skipped" in peer) throw new Error(peer.skipped);
  compared.push({ who: "off the shelf, ", sides: await sidesOf("off the shelf", peer, right, usedUp) });
  return compare(
    compared.flatMap(({ sides }) => Object.values(sides)),
    compared.flatMap(({ who, sides: { answered, ...others }, target }) =>
      Object.entries(others).map(([what, side]) => ({
        what: `${who}${what}, CPU beside an answered call`,
        figure: "cpuUsPerAnswer" as const,
        of: side,
        beside: answered,
        target,
      })),
    ),
    bench,
  );
}

/** Sends one call of each kind first, and checks its status. */
async function sidesAt(
  name: string,
  server: Running,
  keys: { readonly right: Keys; readonly bad: Keys; readonly usedUp: Keys },
  bench: Bench,
): Promise<Sides> {
  const alter = (request: string) => request.replace(/lat=[^&]*/, "lat=95");
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
    "invalid request": await side("invalid request", 400, { keys: keys.usedUp, alter }),
  };
}

async function useUp(server: Running, key: string): Promise<void> {
  const status = await statusOf(server, { keys: [key] });
  if (status !== 200) throw new Error(`the call that uses up the quota got ${status}`);
}

async function statusOf({ port }: Running, { keys, alter }: Omit<Traffic, "mix">): Promise<number> {
  const request = restRequest(oneBooking(Date.now()), keys[0]);
  const [, path = ""] = (alter?.(request) ?? request).split(" ");
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": keys[0] } });
  await response.body?.cancel();
  return response.status;
}
