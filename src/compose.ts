// Config in, a running service out: the one file that knows everybody. The tests start the same service.
import type { DescMethod } from "@bufbuild/protobuf";
import { createMethodImplSpec, type Transport } from "@connectrpc/connect";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { StatusService } from "#gen/suitability/v1/status_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";
import type { AccountStore } from "./accounts/account-store.ts";
import { startPlansCheck } from "./accounts/plans/plans-in-use.ts";
import { createPlans } from "./accounts/plans/plans.ts";
import { createTimedStore } from "./accounts/timed-store.ts";
import { openStore } from "./accounts/open-store.ts";
import { isPublishableKey } from "./accounts/publishable/is-publishable-key.ts";
import { createCachedCallers } from "./accounts/cached-callers.ts";
import { createProcessParts, type ProcessParts, type StartOptions } from "./ops/process-parts.ts";
import { apiDescription } from "./api-description.ts";
import { createMethods, OPERATIONS, SERVICES } from "./api/services.ts";
import type { Config } from "./config/config.ts";
import { createCallerAddress, httpCallerAddress } from "./doors/caller-address.ts";
import { createGetUsage } from "./dashboard/get-usage.ts";
import { mountDashboard } from "./dashboard/mount-dashboard.ts";
import { createAuthenticate, createKnownCallerCheck } from "./interceptors/authenticate/authenticate.ts";
import { CALL_HEADERS, peerAddress, unreadable } from "./interceptors/door-context.ts";
import { callOf } from "./interceptors/checked-call.ts";
import { createInterceptors } from "./interceptors/index.ts";
import { hasWellFormedKey } from "./interceptors/authenticate/presented-key.ts";
import { createKeylessInterceptors } from "./interceptors/keyless.ts";
import { createSidecarInterceptors } from "./interceptors/sidecar.ts";
import { createWrongKeyThrottle } from "./interceptors/authenticate/wrong-key-throttle.ts";
import { createBugLogger } from "./ops/bug-logger.ts";
import { createCrowdedPort } from "./ops/crowded-port.ts";
import { closeHttp, listenHttp } from "./ops/http-listener.ts";
import type { Logger } from "./ops/logger.ts";
import type { Dependency } from "./ops/readiness.ts";
import { mountMcpDoor } from "./mcp/mcp-door.ts";
import { mountPages } from "./pages/mount-pages.ts";
import { createNotFoundPage } from "./pages/not-found/not-found-page.ts";
import { createCoreStatus, createServiceStatus, type ServiceStatus } from "./pages/status/service-status.ts";
import { createHttpApp } from "./rest/http-app.ts";
import { mountRestDoor } from "./rest/rest-door.ts";
import { mountBrowserDoor, type BrowserDoorOptions } from "./rpc/browser/door.ts";
import { createGrpcServer } from "./rpc/server/server.ts";
import { createGrpcTransport } from "./rpc/client/transport.ts";
import { createForwardingTransport } from "./rpc/forwarding-transport.ts";
import { createInProcessTransport } from "./rpc/in-process-transport.ts";
import { createKeylessTransport } from "./rpc/keyless-transport.ts";
import type { Reload } from "./rpc/tls/watched-certificates.ts";
import { startDoors, type Door, type Running } from "./start-doors.ts";
import { startOrClose } from "./start-or-close.ts";
import { openTlsReaders, type TlsReaders } from "./open-tls-readers.ts";
import { openWeather } from "./open-weather.ts";
import { createStoreRiskReport } from "./store-risk-report.ts";
import { createOdds } from "./scoring/odds/odds.ts";

/** Everything in one process. */
export interface Service extends Running<"grpc" | "http" | "ops"> {
  readonly store: AccountStore;
}

/** What answers the doors: the checks and operations in this process, or a core elsewhere. */
interface Backend {
  readonly transport: Transport;
  readonly isKnownCaller: BrowserDoorOptions["isKnownCaller"];
  readonly dependency: Dependency;
  readonly status: ServiceStatus;
}

/** Every service that asks for a key. */
const ALL_SERVICES = [...SERVICES, UsageService];

/** What an account may ask without its being counted. */
const FREE_METHODS = new Set<DescMethod>([UsageService.method.getUsage, SportsService.method.listSports]);

/**
 * The role `all`: every door in front of the checks and operations. Throws when it cannot start. `demoKey` is told to whoever
 * opens the front page.
 */
export function startService(
  config: Config,
  { demoKey, ...options }: StartOptions & { readonly demoKey?: string },
): Promise<Service> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const { store, ...backend } = await openCore(config, parts, opened);
    const doors = {
      grpc: grpcDoor(config, backend, parts),
      http: httpDoor(config, backend, { ...parts, demoKey }),
    };
    return { ...(await startDoors({ config, parts, backend, opened, doors })), store };
  });
}

/** The role `core`: gRPC in front of the checks and operations. */
export function startCore(config: Config, options: StartOptions): Promise<Running<"grpc" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const backend = await openCore(config, parts, opened);
    const doors = { grpc: grpcDoor(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}

/** The role `rest`: the HTTP doors in front of a core that is dialled over gRPC. */
export function startRest(config: Config, options: StartOptions): Promise<Running<"http" | "ops">> {
  const parts = createProcessParts(options);
  return startOrClose(async (opened) => {
    const backend = await dialCore(config, parts, opened);
    const doors = { http: httpDoor(config, backend, parts) };
    return startDoors({ config, parts, backend, opened, doors });
  });
}

/** The checks and the operations, with all they need. */
async function openCore(
  config: Config,
  parts: ProcessParts,
  opened: AsyncDisposableStack,
): Promise<Backend & { readonly store: AccountStore }> {
  const { sharedSports } = config;
  const plans = createPlans(config.plans, { onUnknown: unknownPlanLogger(parts.logger) });
  const tls = await openTlsReaders(config);
  const store = await openTimedStore(config, parts, tls);
  opened.defer(() => store.close());
  const checkPlans = await startPlansCheck(store, plans);
  const weather = openWeather(config, { ...parts, store, tls }, opened);
  const callers = createCachedCallers({ ...parts, store });
  const authenticate = createAuthenticate({
    ...parts,
    store: callers,
    throttle: createWrongKeyThrottle(parts),
  });
  const { getUsage } = UsageService.method;
  const ping = () => store.ping();
  const status = createServiceStatus({ ...parts, ...weather, ping });
  const checked = createInProcessTransport({
    methods: [
      ...createMethods({
        ...parts,
        weather: weather.forecasts,
        callOf,
        oddsOf: createOdds(config.odds),
        sharedSports,
      }),
      createMethodImplSpec(getUsage, createGetUsage({ ...parts, store, plans, callOf })),
    ],
    interceptors: createInterceptors({
      ...parts,
      store: callers,
      authenticate,
      freeMethods: FREE_METHODS,
      plans,
      isStoreStalled: store.isSpendStalled,
      callTimeoutMs: config.callTimeoutMs,
      support: config.brand.support,
    }),
    timeoutMs: config.callTimeoutMs,
  });
  const keyless = createInProcessTransport({
    methods: [createMethodImplSpec(StatusService.method.getStatus, status)],
    interceptors: createKeylessInterceptors(parts),
    timeoutMs: config.callTimeoutMs,
  });
  return {
    transport: createKeylessTransport({ service: StatusService, keyless, checked }),
    isKnownCaller: createKnownCallerCheck(authenticate),
    // Asked first: a store that is away shows in its metrics, whatever else wants to know something of it.
    dependency: { name: "account store", ping: () => ping().then(checkPlans) },
    status,
    store,
  };
}

async function openTimedStore(config: Config, parts: ProcessParts, { storeTls }: TlsReaders) {
  const onRisks = createStoreRiskReport(parts);
  return createTimedStore({
    store: await openStore(config.storeUrl, { ...parts, tls: storeTls, onRisks }),
    onOperation: ({ seconds, ...labels }) => parts.metrics.storeSeconds.observe(labels, seconds),
  });
}

/** A core in another process, with the checks that can be made without it. */
async function dialCore(config: Config, parts: ProcessParts, opened: AsyncDisposableStack): Promise<Backend> {
  const core = await createGrpcTransport({
    address: config.coreAddress,
    timeoutMs: config.callTimeoutMs,
    peerAddress,
    tls: config.coreTls && { files: config.coreTls, onReload: reloadLogger(parts.logger) },
  });
  opened.defer(() => core.close());
  const interceptors = createSidecarInterceptors({ ...parts, ...config, freeMethods: FREE_METHODS });
  return {
    transport: createForwardingTransport({
      transport: core,
      services: ALL_SERVICES,
      interceptors,
      timeoutMs: config.callTimeoutMs,
    }),
    isKnownCaller: async ({ requestHeader }) => hasWellFormedKey(requestHeader),
    dependency: { name: "core", ping: () => core.ping() },
    status: createCoreStatus({ ...parts, core }),
  };
}

function grpcDoor(config: Config, { transport }: Backend, parts: ProcessParts): Door {
  const { logger, overloadRefusal } = parts;
  const onCrowded = createCrowdedPort("grpc", parts);
  const { listen, setServing, close } = createGrpcServer({
    services: [...ALL_SERVICES, StatusService],
    transport,
    headers: CALL_HEADERS,
    unreadable,
    peerAddress,
    callerAddress: callerAddressAt("grpc", config, logger),
    overloadRefusal,
    tls: config.grpcTls && { files: config.grpcTls, onReload: reloadLogger(logger) },
    onBug: createBugLogger({ logger }),
    onRefusedConnection: () => onCrowded(1),
  });
  return { listen: () => listen(config.grpcListen), setServing, close };
}

/** /v1, Connect, gRPC-Web and the pages, on one port. */
function httpDoor(
  config: Config,
  { transport, isKnownCaller, status }: Backend,
  parts: ProcessParts & { readonly demoKey?: string | undefined },
): Door {
  const { logger, overloadRefusal } = parts;
  const { brand, plans } = config;
  const app = createHttpApp({
    corsOrigins: config.corsOrigins,
    isPublishableKey,
    onBug: createBugLogger({ logger }),
    onCrowded: createCrowdedPort("http", parts),
    notFoundPage: createNotFoundPage(brand),
  });
  const callerAddress = httpCallerAddress(callerAddressAt("http", config, logger));
  const shared = {
    services: ALL_SERVICES,
    transport,
    unreadable,
    peerAddress,
    callerAddress,
    overloadRefusal,
  };
  const json = { ...shared, passedHeaders: CALL_HEADERS, openApi: apiDescription(brand) };
  const openApi = mountRestDoor(app, json);
  mountMcpDoor(app, {
    ...json,
    services: OPERATIONS,
    freeMethod: SportsService.method.listSports,
    isKnownCaller,
    origins: config.corsOrigins,
  });
  mountBrowserDoor(app, { ...shared, headers: CALL_HEADERS, isKnownCaller });
  mountDashboard(app, brand);
  mountPages(app, { brand, plans, status, openApi, demoKey: parts.demoKey });
  return {
    listen: () => listenHttp(app, config.httpListen),
    close: (timeoutMs) => closeHttp(app, timeoutMs),
  };
}

function callerAddressAt(door: string, { trustedProxies }: Config, logger: Logger) {
  return createCallerAddress({
    trustedProxies,
    onDisbelieved: () =>
      logger.warn(
        { door },
        "X-Forwarded-For is not believed: TRUSTED_PROXIES does not name who sent it, so all callers behind that proxy or sidecar count as one address",
      ),
  });
}

function unknownPlanLogger(logger: Logger) {
  return (plan: string) =>
    logger.error(
      { plan },
      "an account's plan is not in force: its calls are counted as ever, with the limits of the smallest plan; PLANS_FILE has to be the same everywhere",
    );
}

function reloadLogger(logger: Logger) {
  return (reload: Reload) =>
    reload.kind === "Reloaded"
      ? logger.info("certificates have changed; new connections use the new ones")
      : logger.error(
          { reason: reload.reason },
          "changed certificates cannot be used; the old ones still are",
        );
}
