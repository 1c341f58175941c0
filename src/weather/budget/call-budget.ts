// Limits the calls that a fleet sends to a provider in a UTC day. Every call is counted in the shared store before it is
// sent, so the limit holds for any number of replicas, even if some of them crash.
import { onceForEach } from "../../lib/log-once.ts";
import { type Clock, DAY_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { isoDay } from "../../lib/time/iso-time.ts";
import { WeatherError } from "../weather-error.ts";
import { createPressure, freshMsAt } from "./pressure.ts";
import { createDayProjection } from "./day-projection.ts";
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
const READ_EVERY_MS = MINUTE_MS;

/** The operator gets a notice from this share on. */
const NEARLY_USED = 0.8;

export function createCallBudget(options: CallBudgetOptions) {
  const { provider, callsMax, shared, clock } = options;
  const record = createDayRecord(options);
  let readAtMs = -Infinity;
  let refusedAtMs = -Infinity;

  const ask = async (calls: number): Promise<boolean> => {
    const day = isoDay(clock.nowMs());
    const take = { provider, day, calls, callsMax, pressure: record.pressure() };
    const { isTaken, used, pressure } = await shared.takeProviderCalls(take);
    readAtMs = clock.elapsedMs();
    record.note(day, used, pressure);
    return isTaken;
  };

  /** Runs in the background. If it fails, the last known state remains. */
  const refreshIfDue = (): void => {
    const nowMs = clock.elapsedMs();
    if (nowMs - readAtMs < READ_EVERY_MS) return;
    readAtMs = nowMs;
    ask(0).catch(() => undefined);
  };

  const usedUp = (): WeatherError => {
    record.notify("used_up");
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
      if (isOver && nowMs - refusedAtMs < READ_EVERY_MS) throw usedUp();
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
      refreshIfDue();
      return record.freshMs();
    },
    state(): BudgetState {
      refreshIfDue();
      return record.state();
    },
  };
}

/** What this replica knows of the day. */
function createDayRecord({ callsMax, freshMs: calmFreshMs, clock, onNotice }: CallBudgetOptions) {
  const pressure = createPressure();
  const projection = createDayProjection();
  let isFirstOfDay = onceForEach<BudgetNotice>();
  let lastRead: { readonly day: string; readonly used: number } | undefined;
  let freshMs = calmFreshMs;

  const state = (): BudgetState => {
    const nowMs = clock.nowMs();
    // Until the store is read on a new day, its count is taken as 0.
    const used = lastRead?.day === isoDay(nowMs) ? lastRead.used : 0;
    return { used, callsMax, freshMs, projected: projection.callsOfDay({ nowMs, used, freshMs }) };
  };

  const notify = (notice: BudgetNotice): void => {
    if (isFirstOfDay(notice)) onNotice?.(notice, state());
  };

  return {
    state,
    notify,
    freshMs: () => freshMs,
    /** Undefined before the first read: other replicas would adopt a pressure that means nothing. */
    pressure: () => lastRead && pressure.value(),
    note(day: string, usedOfDay: number, reckoned: number | undefined): void {
      const nowMs = clock.nowMs();
      // A reply that arrives after midnight is about the day before, and is ignored.
      if (day !== isoDay(nowMs)) return;
      if (lastRead === undefined && reckoned !== undefined) pressure.adopt(reckoned);
      const before = lastRead?.day === day ? lastRead.used : 0;
      if (lastRead?.day !== day) isFirstOfDay = onceForEach();
      // Concurrent replies may arrive out of order.
      const used = Math.max(usedOfDay, before);
      const spent = lastRead === undefined ? 0 : used - before;
      lastRead = { day, used };
      projection.note({ nowMs, spent });
      if (callsMax === undefined) return;
      pressure.note({ nowMs, spent, left: callsMax - used });
      freshMs = freshMsAt(pressure.value(), calmFreshMs);
      if (freshMs > calmFreshMs) notify("stretched");
      if (used >= NEARLY_USED * callsMax) notify("nearly_used");
      if (used >= callsMax) notify("used_up");
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
