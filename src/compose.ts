// Config in, a running service out: the one file that knows everybody. The tests start the same service.
import { readFileSync } from "node:fs";
import type { AccountStore } from "./accounts/account-store.ts";
import { openStore } from "./accounts/open-store.ts";
import { createMethods, SERVICES } from "./api/services.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { createAuthenticate } from "./interceptors/authenticate.ts";
import { CALL_HEADERS, unreadable } from "./interceptors/call-context.ts";
import { createInterceptors } from "./interceptors/index.ts";
import { createKnownCallerCheck } from "./interceptors/known-caller-check.ts";
import { closeHttp, listenHttp } from "./ops/http-listener.ts";
import type { Logger } from "./ops/logger.ts";
import { createMetrics, type Metrics } from "./ops/metrics.ts";
import { createOpsServer } from "./ops/ops-server.ts";
import { createReadiness } from "./ops/readiness.ts";
import { createHttpApp } from "./rest/http-app.ts";
import { mountRestDoor } from "./rest/rest-door.ts";
import { mountBrowserDoor } from "./rpc/browser-door.ts";
import { createGrpcServer } from "./rpc/grpc-server.ts";
import { createInProcessTransport } from "./rpc/in-process-transport.ts";
import { createCachedSource } from "./weather/cached-source.ts";
import { createOpenMeteoSource } from "./weather/open-meteo.ts";
import { createSimulatedSource } from "./weather/simulated.ts";
import type { WeatherSource } from "./weather/weather-source.ts";

export interface Service {
  /** The ports in use, picked where 0 was asked for. */
  readonly ports: { readonly grpc: number; readonly http: number; readonly ops: number };
  readonly store: AccountStore;
  /** Takes no new calls, answers those under way within the drain timeout, closes the store last. */
  stop(): Promise<void>;
}

interface Surroundings {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long a forecast is served before it is fetched anew. Of one an hour old 7 % of the values have changed. */
const FORECAST_FRESH_MS = 15 * 60_000;

/** About 10 kB each. */
const PLACES_MAX = 10_000;

/** Starts every door; when one of them cannot start, closes what was opened and throws. */
export async function startService(config: Config, { clock, logger }: Surroundings): Promise<Service> {
  const metrics = createMetrics();
  const store = openStore(config.storeUrl, { clock });
  const weather = openWeather(config, { clock, logger }, metrics);
  const readiness = createReadiness({ store, metrics });
  const doors = await createDoors(config, { clock, logger, metrics, store, weather: weather.source });
  const ops = createOpsServer({ readiness, metrics });

  const stop = async () => {
    readiness.drain();
    doors.grpc.setServing(false);
    await Promise.all([
      closeHttp(doors.http, config.drainTimeoutMs),
      doors.grpc.close(config.drainTimeoutMs),
    ]);
    await weather.close();
    await store.close();
    await ops.close();
  };

  try {
    const ports = {
      ops: await listenHttp(ops, config.opsListen),
      grpc: await doors.grpc.listen(config.grpcListen),
      http: await listenHttp(doors.http, config.httpListen),
    };
    readiness.start();
    doors.grpc.setServing(true);
    logger.info({ ...ports, weather: config.weatherSource }, "listening");
    return { ports, store, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Weather {
  readonly source: WeatherSource;
  close(): Promise<void>;
}

function openWeather(config: Config, { clock, logger }: Surroundings, metrics: Metrics): Weather {
  const { source, close } = openSource(config, { clock, logger }, metrics);
  const cached = createCachedSource({
    source,
    clock,
    freshMs: FORECAST_FRESH_MS,
    maxPlaces: PLACES_MAX,
    onResult: (result) => metrics.forecastCache.inc({ result }),
  });
  return { source: cached, close };
}

function openSource(config: Config, { clock, logger }: Surroundings, metrics: Metrics): Weather {
  if (config.weatherSource === "simulated") {
    logger.warn("the weather is simulated: what this service answers is not a forecast");
    return { source: createSimulatedSource({ clock }), close: async () => undefined };
  }
  const source = createOpenMeteoSource({
    url: config.openMeteoUrl,
    apiKey: config.openMeteoApiKey,
    clock,
    onFetch: ({ source: name, outcome, seconds }) =>
      metrics.upstreamSeconds.observe({ source: name, outcome }, seconds),
  });
  return { source, close: () => source.close() };
}

/** The public doors, all over one transport and so behind the same checks. Not listening yet. */
async function createDoors(
  config: Config,
  inside: Surroundings & { store: AccountStore; metrics: Metrics; weather: WeatherSource },
) {
  const { logger } = inside;
  const authenticate = createAuthenticate(inside);
  const transport = createInProcessTransport({
    methods: createMethods(inside),
    interceptors: createInterceptors({ ...inside, authenticate }),
    timeoutMs: config.callTimeoutMs,
  });
  const onBug = (error: unknown, requestId?: string) =>
    logger.error({ err: error, request_id: requestId }, "a door failed because of a bug");
  const shared = { services: SERVICES, transport, unreadable };

  const grpc = createGrpcServer({ ...shared, headers: CALL_HEADERS, onBug });
  const http = createHttpApp({ corsOrigins: config.corsOrigins, onBug });
  mountRestDoor(http, {
    ...shared,
    passedHeaders: CALL_HEADERS,
    openApi: apiDescription(),
  });
  await mountBrowserDoor(http, {
    ...shared,
    headers: CALL_HEADERS,
    isKnownCaller: createKnownCallerCheck(authenticate),
  });
  return { grpc, http };
}

/** What /openapi.json says besides what follows from the descriptors. */
function apiDescription() {
  return {
    info: {
      title: "Weather Suitability Service",
      version: "1.0.0",
      description:
        "Tells whether an outdoor session will be playable: a score from 0 to 100, a verdict, rain and wind risk. " +
        "Planning advice, not a safety clearance.",
    },
    servers: [{ url: "/", description: "Where this document was fetched from" }],
    descriptorSet: readFileSync(new URL("../gen/suitability/v1/comments.binpb", import.meta.url)),
  };
}
