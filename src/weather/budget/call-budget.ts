// The calls that a fleet may make of a provider in a day (UTC). Every call is counted in the store that replicas share before it
// is sent, so that however many replicas there are, and whatever becomes of them, there are never more.
import { type Clock, DAY_MS, MINUTE_MS } from "../../clock.ts";
import { WeatherError } from "../weather-error.ts";
import { createPressure, freshMsAt } from "./pressure.ts";
import { createProjection } from "./projection.ts";
import type { ProviderCallStore } from "./provider-calls.ts";

/** How the day stands, as far as this replica knows. */
export interface BudgetState {
  readonly used: number;
  /** Undefined where there is no limit. */
  readonly callsMax: number | undefined;
  /** How long forecasts are fresh now. */
  readonly freshMs: number;
  /** Calls by the end of the day, with forecasts fresh as long as they can be from now on. */
  readonly projected: number;
}

/** Told once a day by each replica. */
export type BudgetNotice =
  | "stretched" // forecasts are fresh for longer than is set
  | "nearly_used" // four fifths are used
  | "used_up"; // nothing is left, or not enough for a request

export interface CallBudgetOptions {
  readonly provider: string;
  /** A day; undefined for no limit: calls are counted all the same. */
  readonly callsMax: number | undefined;
  /** How long forecasts are fresh as long as there is no pressure. */
  readonly freshMs: number;
  readonly shared: Pick<ProviderCallStore, "takeProviderCalls">;
  readonly clock: Clock;
  readonly onNotice?: ((notice: BudgetNotice, state: BudgetState) => void) | undefined;
}

export type CallBudget = ReturnType<typeof createCallBudget>;

/** How old a look at the store may be; also how long one that is used up is not asked again. */
const LOOK_MS = MINUTE_MS;

/** From so much on an operator is told. */
const NEARLY_USED = 0.8;

export function createCallBudget(options: CallBudgetOptions) {
  const { provider, callsMax, shared, clock } = options;
  const record = createDayRecord(options);
  let lookedAtMs = -Infinity;
  let refusedAtMs = -Infinity;

  const ask = async (calls: number): Promise<boolean> => {
    const day = dayAt(clock.nowMs());
    const take = { provider, day, calls, callsMax, pressure: record.pressure() };
    const { isTaken, used, pressure } = await shared.takeProviderCalls(take);
    lookedAtMs = clock.nowMs();
    record.note(day, used, pressure);
    return isTaken;
  };

  /** Not awaited by anybody; where it fails, what was known before holds on. */
  const lookNowAndThen = (): void => {
    const nowMs = clock.nowMs();
    if (Math.abs(nowMs - lookedAtMs) < LOOK_MS) return;
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
    /** Takes so many calls; throws a WeatherError where the day has not so many left, or none can be counted. */
    async take(calls: number): Promise<void> {
      const nowMs = clock.nowMs();
      const isOver = callsMax !== undefined && record.state().used + calls > callsMax;
      if (isOver && Math.abs(nowMs - refusedAtMs) < LOOK_MS) throw usedUp();
      const isTaken = await ask(calls).catch((cause: unknown) => {
        throw uncounted(provider, cause);
      });
      if (isTaken) return;
      refusedAtMs = nowMs;
      throw usedUp();
    },
    /** How long forecasts are fresh now. For every call: it only reads, and has the store looked at once a minute. */
    freshMs(): number {
      lookNowAndThen();
      return record.freshMs();
    },
    /** For whoever watches. */
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
  const told = new Set<BudgetNotice>();
  let known: { readonly day: string; readonly used: number } | undefined;
  let freshMs = calmFreshMs;

  const state = (): BudgetState => {
    const nowMs = clock.nowMs();
    // A day that nobody has looked at yet begins with nothing.
    const used = known?.day === dayAt(nowMs) ? known.used : 0;
    return { used, callsMax, freshMs, projected: projection.callsOfDay({ nowMs, used, freshMs }) };
  };

  const tell = (notice: BudgetNotice): void => {
    if (told.has(notice)) return;
    told.add(notice);
    onNotice?.(notice, state());
  };

  return {
    state,
    tell,
    freshMs: () => freshMs,
    /** Undefined before the first look, lest it be what others begin with. */
    pressure: () => known && pressure.value(),
    note(day: string, usedOfDay: number, reckoned: number | undefined): void {
      const nowMs = clock.nowMs();
      // A reply that came after midnight is about a day that is over.
      if (day !== dayAt(nowMs)) return;
      if (known === undefined && reckoned !== undefined) pressure.adopt(reckoned);
      const before = known?.day === day ? known.used : 0;
      if (known?.day !== day) told.clear();
      // Replies of a busy moment may come in another order.
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

/** A call that cannot be counted is not sent: else a fleet without its store would spend without an end. */
export function uncounted(provider: string, cause: unknown): WeatherError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WeatherError("uncounted", `${provider}: not asked, as it could not be counted: ${reason}`, {
    cause,
  });
}

function dayAt(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
