import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { AccountStore } from "../accounts/store.ts";
import { startPlansCheck } from "../accounts/plans/plans-in-use.ts";
import { createPlans } from "../accounts/plans/plans.ts";
import { createTimedStore, type TimedStore } from "../accounts/timed-store.ts";
import { openStore } from "../accounts/open-store.ts";
import type { StoreOptions } from "../accounts/store-options.ts";
import { createCachedCallers } from "../accounts/cached-callers.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import type { Link } from "../ops/readiness.ts";
import { createMethods } from "../operations/services.ts";
import type { Config } from "../config/config.ts";
import { createHourTables, type HourTables } from "../operations/hour-tables.ts";
import { createGetUsage } from "../operations/usage.ts";
import { createAnswerCall, createAnswerKeyless } from "../call/answer-call.ts";
import type { AnswerCall } from "../call/call.ts";
import { createFindCaller, createRefusalOf } from "../call/interceptors/key.ts";
import { createWrongKeyThrottle } from "../call/interceptors/wrong-key-throttle.ts";
import { createWriteAnswer } from "../doors/rest/write-answer.ts";
import { servedMethod } from "../operations/served-method.ts";
import type { Logger } from "../ops/logger.ts";
import { createRecentCalls } from "../call/interceptors/recent-calls.ts";
import { createServiceStatus } from "../operations/status.ts";
import { createCertificateReport } from "./certificate-report.ts";
import { openTlsReader } from "./open-tls-reader.ts";
import { openWeather, type Weather } from "./open-weather.ts";
import { createStoreClockReport } from "./store-clock-report.ts";
import { createStoreRiskReport } from "./store-risk-report.ts";
import { createOdds } from "../scoring/odds/odds.ts";
import { type Backend, FREE_METHODS, METHOD_NAMES, METHODS } from "./backend.ts";

/** The checks and the operations, with all they need. */
export async function openCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Backend & { readonly store: AccountStore }> {
  const { sharedSports } = config;
  parts.metrics.beginMethods(METHOD_NAMES);
  const plans = createPlans(config.plans, { onUnknown: unknownPlanLogger(parts.logger) });
  const { onClock, warning } = createStoreClockReport(parts);
  const store = await openTimedStore(config, parts, onClock);
  opened.defer(() => store.close());
  const checkPlans = await startPlansCheck(store, plans);
  const weather = openWeather(config, { ...parts, store }, opened);
  const hourTables = openHourTables(config, weather, parts);
  const callers = createCachedCallers({ ...parts, store });
  const throttle = createWrongKeyThrottle(parts);
  const findCaller = createFindCaller({ ...parts, store: callers, throttle });
  const { getUsage } = UsageService.method;
  const ping = () => store.ping();
  const { callTimeoutMs } = config;
  const freeMethods = FREE_METHODS;
  const recentCalls = createRecentCalls({ ...parts, freeMethods, callTimeoutMs });
  const status = createServiceStatus({ ...parts, ...weather, ping, recentCalls });
  const answerCall = createAnswerCall({
    ...parts,
    methods: [
      ...createMethods({
        ...parts,
        weather: weather.forecasts,
        oddsOf: createOdds(config.odds),
        sharedSports,
        hourTables,
      }),
      servedMethod(getUsage, createGetUsage({ ...parts, store, plans })),
    ],
    store: callers,
    findCaller,
    freeMethods,
    plans,
    recentCalls,
    isStoreStalled: store.isSpendStalled,
    callTimeoutMs,
    support: config.brand.support,
  });
  const answerStatus = createAnswerKeyless({
    ...parts,
    callTimeoutMs,
    served: servedMethod(StatusService.method.getStatus, status),
  });
  return {
    ...bothForms({ answerCall, answerStatus }),
    refusalOf: createRefusalOf(findCaller),
    // Asked first: a store that is away shows in its metrics, whatever else wants to know something of it.
    dependency: { name: "account store", ping: () => ping().then(checkPlans), warning, link: linkTo(store) },
    status,
    store,
  };
}

/** They have what forecasts leave of the memory for them, from a sixteenth of it to a quarter: they are objects of the heap. */
function openHourTables(
  { forecastCacheBytes: bytesMax }: Config,
  { cachedBytes }: Pick<Weather, "cachedBytes">,
  { metrics }: ProcessParts,
): HourTables {
  const room = () => Math.min(bytesMax / 4, Math.max(bytesMax / 16, bytesMax - cachedBytes()));
  const hourTables = createHourTables({ room });
  metrics.watchForecastMemory({ forecasts: cachedBytes, hour_tables: () => hourTables.bytes });
  return hourTables;
}

/** To a store that replicas share: whose a key is that nobody has. */
function linkTo({ openForecasts, silentMs, findCaller }: TimedStore): Link | undefined {
  return openForecasts && { silentMs, reach: () => findCaller("", "") };
}

/** Answers as messages, and in JSON. */
function bothForms(answers: {
  readonly answerCall: AnswerCall;
  readonly answerStatus: AnswerCall;
}): Pick<Backend, "answerCall" | "answerInJson"> {
  const { getStatus } = StatusService.method;
  const writeAnswer = createWriteAnswer([...METHODS, getStatus]);
  const answerCall: AnswerCall = (call) =>
    call.method === getStatus ? answers.answerStatus(call) : answers.answerCall(call);
  return { answerCall, answerInJson: async (call) => writeAnswer(call, await answerCall(call)) };
}

async function openTimedStore(
  { storeUrl, storeTls }: Config,
  parts: ProcessParts,
  onClock: StoreOptions["onClock"],
) {
  const tls = await openTlsReader(storeTls, createCertificateReport(parts));
  const onRisks = createStoreRiskReport(parts);
  return createTimedStore({
    store: await openStore(storeUrl, { ...parts, tls, onRisks, onClock, serves: true }),
    onOperation: ({ seconds, ...labels }) => parts.metrics.storeSeconds.observe(labels, seconds),
  });
}

function unknownPlanLogger(logger: Logger) {
  return (plan: string) =>
    logger.error(
      { plan },
      "an account's plan is not in force: its calls are counted as ever, with the limits of the smallest plan; PLANS_FILE has to be the same everywhere",
    );
}
