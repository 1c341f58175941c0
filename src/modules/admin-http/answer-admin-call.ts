// Answers a call of the administration: checks the token, its right and the request first.
import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { createAdmin } from "../../accounts/admin.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { secretSha256 } from "../../accounts/api-key.ts";
import type { AnswerCall, CallHead, RefusalOf } from "../../call/call.ts";
import { createRefusalOf } from "../../call/interceptors/key.ts";
import { createRequestCheck, refuseViolations } from "../../call/interceptors/request.ts";
import { createWrongKeyThrottle } from "../../call/interceptors/wrong-key-throttle.ts";
import { createReportedCall } from "../../call/reported-call.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { OutageLog } from "../../observability/outage-log.ts";
import type { AdminMethod } from "./admin-method.ts";
import { faultFromRefusal } from "./refusals.ts";
import { isWellFormedAdminToken, type AdminToken, type FindAdminToken } from "./tokens.ts";

/** What the methods are made with. */
export interface AdminParts {
  readonly store: AccountStore;
  readonly plans: Plans;
  readonly clock: Clock;
}

interface AnswerOptions extends Pick<AdminParts, "store" | "clock"> {
  readonly methods: readonly AdminMethod[];
  readonly findToken: FindAdminToken;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Of the store. */
  readonly outage: OutageLog;
  readonly callTimeoutMs: number;
}

export function createAnswerAdminCall(options: AnswerOptions): {
  readonly answerCall: AnswerCall;
  readonly refusalOf: RefusalOf;
} {
  const { methods, store } = options;
  const answers = new Map(methods.map(({ method, answer }) => [method, answer]));
  const checkToken = createTokenCheck(options);
  const checkRequest = createRequestCheck(methods.map(({ method }) => method));
  const answerCall = createReportedCall(async (call) => {
    const { method } = call;
    const answer = answers.get(method);
    if (answer === undefined) throw new Error(`${method.name} is not answered`);
    // The door has asked already. To ask again would count a wrong token twice.
    if (call.refusal !== undefined) throw call.refusal.reason;
    const token = checkToken(call.head);
    call.operator = `admin:${token.name}`;
    refuseWithoutRight(token, method);
    if (call.request.read !== undefined) await call.read();
    refuseViolations(checkRequest(method, call.request));
    const admin = createAdmin({ store, changes: store.as(call.operator) });
    const fields = await answer(call.request.message, { admin }).catch((error: unknown) => {
      throw faultFromRefusal(error);
    });
    const headers = {};
    return { body: call.write(fields, headers), headers };
  }, options);
  return { answerCall, refusalOf: createRefusalOf(checkToken) };
}

/** Finds the token's owner. Throws UNAUTHENTICATED, and RESOURCE_EXHAUSTED if an address has tried too many wrong ones. */
function createTokenCheck({ findToken, clock, metrics }: AnswerOptions) {
  const throttle = createWrongKeyThrottle({ clock });
  return ({ key: presented, address }: Pick<CallHead, "key" | "address">): AdminToken => {
    if (presented === undefined || presented === "") {
      throw fault({
        reason: "ADMIN_TOKEN_MISSING",
        sentence: "Send your token (wsa_…) in the Authorization header: Bearer TOKEN.",
      });
    }
    // A right token is never throttled, even at the address of a guesser.
    const token = findToken(presented);
    if (token !== undefined) return token;
    const retryAfterSeconds = throttle.noteWrongKey(address, secretSha256(presented));
    if (retryAfterSeconds > 0) {
      metrics.throttled.inc({ reason: "wrong_keys" });
      throw fault({
        reason: "TOO_MANY_WRONG_KEYS",
        sentence: `Too many wrong tokens came from your address. Check the token, and try again in ${retryAfterSeconds} seconds.`,
        retryAfterSeconds,
      });
    }
    throw fault({ reason: "ADMIN_TOKEN_UNKNOWN", sentence: unknownTokenSentence(presented) });
  };
}

function unknownTokenSentence(presented: string): string {
  if (isWellFormedAdminToken(presented))
    return "This token is unknown or no longer valid. Use a current one.";
  if (/^w[sp]k_/.test(presented)) {
    return "This is an API key, which administers nothing. Send a token (wsa_…) of ADMIN_TOKEN_FILE.";
  }
  return "The token is mistyped or incomplete: tokens start with wsa_ and have 42 characters, and a single wrong character is detected. Compare it with the one that was printed.";
}

function refuseWithoutRight({ name, right }: AdminToken, method: DescMethod): void {
  if (right === "accounts" || method.idempotency === IdempotencyLevel.NO_SIDE_EFFECTS) return;
  throw fault({
    reason: "RIGHT_MISSING",
    sentence: `The token ${name} may only read. Changes need one with the right accounts.`,
  });
}
