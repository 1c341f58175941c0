// Limits the calls that a fleet sends to a provider in a UTC day. Every call is counted in the shared store before it is
// sent, so the limit holds for any number of replicas, even if some of them crash.
import { onceForEach } from "../../lib/log-once.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { WeatherError } from "../weather-error.ts";
import { createPressure, freshMsAt } from "./pressure.ts";
import { createProjection } from "./day-projection.ts";
import type { ProviderCallStore } from "./provider-calls.ts";

/** The state of the day, as far as this replica knows. */
export interface BudgetState {
  readonly used: number;
  /** Undefined if there is no limit. */
  readonly callsMax: number | undefined;
  /** How long forecasts are fresh now. */
  readonly freshMs: number;
  /** Projected calls by the end of the day if forecasts are fresh for FRESH_MS_MAX from now on. */
  readonly projected: number;
}

/** Each is sent at most once a day by each replica. */
export type BudgetNotice =
  | "stretched" // forecasts are fresh for longer than configured
  | "nearly_used" // four fifths are used
  | "used_up"; // no calls are left, or too few for a request

export interface CallBudgetOptions {
  readonly provider: string;
  /** Calls a day; undefined for no limit. Calls are counted either way. */
  readonly callsMax: number | undefined;
  /** How long forecasts are fresh without pressure. */
  readonly freshMs: number;
  readonly shared: Pick<ProviderCallStore, "takeProviderCalls">;
  readonly clock: Clock;
  readonly onNotice?: ((notice: BudgetNotice, state: BudgetState) => void) | undefined;
}

export type CallBudget = ReturnType<typeof createCallBudget>;

/** How often the store is read, and how long after a refusal it is not asked for more calls. */
const LOOK_MS = MINUTE_MS;

/** The operator gets a notice from this share on. */
const NEARLY_USED = 0.8;

export function createCallBudget(options: CallBudgetOptions) {
  const { provider, callsMax, shared, clock } = options;
  const record = createDayRecord(options);
  let lookedAtMs = -Infinity;
  let refusedAtMs = -Infinity;

  const ask = async (calls: number): Promise<boolean> => {
    const day = isoDay(clock.nowMs());
    const take = { provider, day, calls, callsMax, pressure: record.pressure() };
    const { isTaken, used, pressure } = await shared.takeProviderCalls(take);
    lookedAtMs = clock.elapsedMs();
    record.note(day, used, pressure);
    return isTaken;
  };

  /** Runs in the background. If it fails, the last known state remains. */
  const lookNowAndThen = (): void => {
    const nowMs = clock.elapsedMs();
    if (nowMs - lookedAtMs < LOOK_MS) return;
    lookedAtMs = nowMs;
    ask(0).catch(() => undefined);
  };

  const usedUp = (): WeatherError => {
    record.tell("used_up");
    const leftMs = DAY_MS - (clock.nowMs() % DAY_MS);
    return new WeatherError("used_up", `${provider}: the ${callsMax} calls of the day are used up`, {
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    });
  };

  return {
    /** Takes this many calls. Throws a WeatherError if the day has too few left, or if they cannot be counted. */
    async take(calls: number): Promise<void> {
      const nowMs = clock.elapsedMs();
      const isOver = callsMax !== undefined && record.state().used + calls > callsMax;
      if (isOver && nowMs - refusedAtMs < LOOK_MS) throw usedUp();
      const isTaken = await ask(calls).catch((cause: unknown) => {
        throw uncounted(provider, cause);
      });
      if (isTaken) return;
      refusedAtMs = nowMs;
      throw usedUp();
    },
    /**
     * How long forecasts are fresh now. Every call needs this, so it reads memory, and starts a read of the store at most
     * once a minute.
     */
    freshMs(): number {
      lookNowAndThen();
      return record.freshMs();
    },
    state(): BudgetState {
      lookNowAndThen();
      return record.state();
    },
  };
}

/** What this replica knows of the day. */
function createDayRecord({ callsMax, freshMs: calmFreshMs, clock, onNotice }: CallBudgetOptions) {
  const pressure = createPressure();
  const projection = createProjection();
  let isFirstOfDay = onceForEach<BudgetNotice>();
  let known: { readonly day: string; readonly used: number } | undefined;
  let freshMs = calmFreshMs;

  const state = (): BudgetState => {
    const nowMs = clock.nowMs();
    // Until the store is read on a new day, its count is taken as 0.
    const used = known?.day === isoDay(nowMs) ? known.used : 0;
    return { used, callsMax, freshMs, projected: projection.callsOfDay({ nowMs, used, freshMs }) };
  };

  const tell = (notice: BudgetNotice): void => {
    if (isFirstOfDay(notice)) onNotice?.(notice, state());
  };

  return {
    state,
    tell,
    freshMs: () => freshMs,
    /** Undefined before the first read: other replicas would adopt a pressure that means nothing. */
    pressure: () => known && pressure.value(),
    note(day: string, usedOfDay: number, reckoned: number | undefined): void {
      const nowMs = clock.nowMs();
      // A reply that arrives after midnight is about the day before, and is ignored.
      if (day !== isoDay(nowMs)) return;
      if (known === undefined && reckoned !== undefined) pressure.adopt(reckoned);
      const before = known?.day === day ? known.used : 0;
      if (known?.day !== day) isFirstOfDay = onceForEach();
      // Concurrent replies may arrive out of order.
      const used = Math.max(usedOfDay, before);
      const spent = known === undefined ? 0 : used - before;
      known = { day, used };
      projection.note({ nowMs, spent });
      if (callsMax === undefined) return;
      pressure.note({ nowMs, spent, left: callsMax - used });
      freshMs = freshMsAt(pressure.value(), calmFreshMs);
      if (freshMs > calmFreshMs) tell("stretched");
      if (used >= NEARLY_USED * callsMax) tell("nearly_used");
      if (used >= callsMax) tell("used_up");
    },
  };
}

/** A call that cannot be counted is not sent: otherwise a fleet without its store would spend without limit. */
export function uncounted(provider: string, cause: unknown): WeatherError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WeatherError("uncounted", `${provider}: not asked, as it could not be counted: ${reason}`, {
    cause,
  });
}
