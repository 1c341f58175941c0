import { expect, it } from "vitest";
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { createApiKey, secretSha256 } from "../../../src/accounts/api-key.ts";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import { createPlans } from "../../../src/accounts/plans/plans.ts";
import { createAccountCallListener } from "../../../src/modules/sla/count-account-call.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { CALLER, checkedCaller, madeUpCall } from "../../call/made-up-call.ts";

const { listSports } = SportsService.method;

/** A key that was good before the store went away. */
const KNOWN_KEY = createApiKey();

interface EndedCall {
  readonly method?: DescMethodUnary;
  readonly key?: string;
  /** The plan of the account that the check of its key found. */
  readonly plan?: string;
  readonly code?: string;
  readonly ms?: number;
  readonly heldBackMs?: number;
}

/** The account and result that a call is counted under. */
async function countOf(ended: EndedCall): Promise<readonly string[]> {
  const { method, key, plan, code = "ok", ms = 1, heldBackMs = 0 } = ended;
  const metrics = createMetrics({ version: "test" });
  const count = createAccountCallListener({ metrics }).whenOver({
    store: {
      lastCachedCaller: (sha256) => (sha256 === secretSha256(KNOWN_KEY) ? CALLER : undefined),
    },
    plans: createPlans(BUILT_IN_PLANS),
    callTimeoutMs: 10_000,
  });
  const call = madeUpCall(method, { key });
  call.heldBackMs = heldBackMs;
  if (plan !== undefined) {
    call.caller = checkedCaller({ ...CALLER, account: { ...CALLER.account, plan } }, { call });
  }
  count(call, { code, ms });
  // The first scrape has a new account's series at 0.
  await metrics.registry.metrics();
  const text = await metrics.registry.metrics();
  const found = text.matchAll(/^suitability_account_calls_total\{account="(.+)",result="(.+)"\} [1-9]/gm);
  return [...found].map(([, account, result]) => `${account} ${result}`);
}

const failed = { code: "unavailable" };

it.each<[string, EndedCall, readonly string[]]>([
  ["of an account with an SLA is counted by its id", { plan: "growth" }, ["acc_a good"]],
  ["that is late is counted as late", { plan: "growth", ms: 1_500 }, ["acc_a late"]],
  [
    "that was held back for as long as it is late is counted as good",
    { plan: "growth", ms: 1_500, heldBackMs: 900 },
    ["acc_a good"],
  ],
  ["that fails is counted as failed", { plan: "growth", ...failed }, ["acc_a failed"]],
  ["of an account without an SLA is counted among all others", { plan: "starter" }, ["other good"]],
  ["that is refused is not counted", { plan: "growth", code: "resource_exhausted" }, []],
  ["of a free method is not counted", { plan: "growth", method: listSports }, []],
  [
    "while the store is away is counted for the last known account of its key",
    { key: KNOWN_KEY, ...failed },
    ["acc_a failed"],
  ],
  [
    "with a key that was not seen before, while the store is away, is counted as 'unknown'",
    { key: createApiKey(), ...failed },
    ["unknown failed"],
  ],
  ["with a mistyped key, while the store is away, is not counted", { key: "wsk_mistyped", ...failed }, []],
  [
    "that is given up late while the store is away is not counted",
    { key: KNOWN_KEY, code: "canceled", ms: 3_000 },
    [],
  ],
  ["without a key is not counted, whatever became of it", { code: "deadline_exceeded", ms: 10_000 }, []],
])("a call %s", async (_how, call, counted) => {
  expect(await countOf(call)).toEqual(counted);
});

it("calls that are lost before their account is known are counted as failed, as 'unknown'", async () => {
  const metrics = createMetrics({ version: "test" });
  const { whenLost } = createAccountCallListener({ metrics });
  whenLost(3);
  whenLost(4);
  expect(await metrics.registry.metrics()).toContain(
    'suitability_account_calls_total{account="unknown",result="failed"} 7',
  );
});
