// The same calls by ten thousand accounts instead of one: nothing that is cached for a caller may decide the figures.
import type { Bench, BenchCase, CaseResult } from "../harness/bench-case.ts";
import { compare, type Question, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import { atEachDoor } from "../varied/at-each-door.ts";
import { REST_DOORS, type Door } from "../varied/door.ts";
import { createAccounts } from "../varied/create-accounts.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { startPeerAt } from "../varied/peer-at.ts";
import { startServiceAt } from "../varied/service-at.ts";

const ACCOUNTS = 10_000;
const QUOTA = 1_000_000_000;

export const manyAccounts: BenchCase = {
  name: "many-accounts",
  needs: HTTP_LOAD_TOOL,
  run: (bench) => atEachDoor(REST_DOORS, bench, (door) => runAt(door, bench)),
};

async function runAt(door: Door, bench: Bench): Promise<CaseResult> {
  const service = await startServiceAt(door, { name: "service" }, bench);
  const keys = await createAccounts({ storeUrl: service.storeUrl, count: ACCOUNTS, quota: QUOTA }, bench);
  const peer = await startPeerAt(
    door,
    keys.map((key) => [key, QUOTA]),
    bench,
  );
  const asked = { way: "REST", mix: "varied", keys } as const;
  const many = trafficSide(
    { name: `${door.name}: service, many accounts`, server: service, ...asked },
    bench,
  );
  const one = trafficSide(
    { name: `${door.name}: service, one account`, server: service, ...asked, keys: [service.key] },
    bench,
  );
  const other =
    "skipped" in peer
      ? undefined
      : trafficSide({ name: `${door.name}: ${door.peer}`, server: peer, ...asked }, bench);

  const beside = (what: string, side: Side): Question => ({
    what: `${door.name}, calls/s beside ${what}`,
    figure: "perSecond",
    of: many,
    beside: side,
  });
  const questions = [beside("one account", one), ...(other ? [beside(door.peer, other)] : [])];
  const result = await compare([many, one, ...(other ? [other] : [])], questions, bench);
  return { ...result, ...("skipped" in peer && { skipped: [peer.skipped] }) };
}
