// The checks every call passes, in reading order, whichever door it came in by.
import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import type { CachedCallers } from "../accounts/cached-callers.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { Clock } from "../clock.ts";
import type { Logger } from "../ops/logger.ts";
import type { Metrics } from "../ops/metrics.ts";
import { createAuthenticateInterceptor, type Authenticate } from "./authenticate/authenticate.ts";
import { createConcurrencyInterceptor } from "./concurrency.ts";
import { createFaultsInterceptor } from "./faults.ts";
import { createHoldBack } from "./hold-back.ts";
import { answerInTime } from "./in-time.ts";
import { createQuotaInterceptor } from "./quota.ts";
import { createRefusalsInterceptor } from "./refusals.ts";
import { createReportInterceptor } from "./report.ts";
import { restrictCall } from "./restrictions.ts";
import { createCountAccountCall } from "./sla/count-account-call.ts";
import { traceCall } from "./trace.ts";
import { createUncountedCallsInterceptor } from "./uncounted-calls.ts";
import { createValidateInterceptor } from "./validate.ts";

/** The first is the outermost. */
export function createInterceptors(options: {
  authenticate: Authenticate;
  store: CachedCallers;
  clock: Clock;
  metrics: Metrics;
  logger: Logger;
  /** All that are served. */
  methods: readonly DescMethod[];
  freeMethods: ReadonlySet<DescMethod>;
  plans: Plans;
  /** Whether calls wait for the store that would be over by now. */
  isStoreStalled: () => boolean;
  /** How long a call may take. */
  callTimeoutMs: number;
  /** Where to ask for help, if anywhere. */
  support: string | undefined;
}): Interceptor[] {
  const holdBack = createHoldBack();
  return [
    // Outermost: whatever is counted, logged or asked of others during a call belongs to its trace.
    traceCall,
    // Around the faults, so that metrics and log tell what the caller gets.
    createReportInterceptor({ ...options, whenOver: createCountAccountCall(options) }),
    // Around the checks: whatever they throw becomes one kind of error.
    createFaultsInterceptor(options),
    // Around all that waits, and inside of what tells how the call ended.
    answerInTime,
    // 401 before 400: who calls comes before what was said.
    createAuthenticateInterceptor(options),
    // Around all that refuses an account's calls. What is held back takes no place among the calls at once.
    createRefusalsInterceptor({ ...options, holdBack }),
    // Which operations a key is good for is part of who calls.
    restrictCall,
    // 400 before 429: a request that makes no sense is told so even when the quota is used up.
    createValidateInterceptor(options.methods),
    // Outside of the bound on calls at once, as the refusals are.
    createUncountedCallsInterceptor({ ...options, holdBack }),
    // Before the quota: a call too many is told so first. Both only add a check here; they run when the operation has
    // understood the request and calls `admit`.
    createConcurrencyInterceptor(options),
    // Innermost: it spends only when there is an answer.
    createQuotaInterceptor(options),
  ];
}
