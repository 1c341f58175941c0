import { promisify } from "node:util";
import { isPublishableKey } from "../accounts/key.ts";
import type { ProcessParts } from "../ops/process-parts.ts";
import { apiDescription } from "./api-description.ts";
import { OPERATIONS } from "../operations/services.ts";
import type { Config } from "../config/config.ts";
import { httpCallerAddress } from "../doors/guard/caller-address.ts";
import { mountDashboard } from "../web/dashboard/mount-dashboard.ts";
import { createBugLogger } from "../ops/logger.ts";
import { createCrowdedPort } from "../ops/overload-refusal.ts";
import { closeHttp, listenHttp } from "../ops/http-listener.ts";
import { mountMcpDoor } from "../doors/mcp/mcp-door.ts";
import { mountPages } from "../web/mount-pages.ts";
import { createNotFoundPage } from "../web/not-found/not-found-page.ts";
import { createHttpApp } from "../doors/rest/http-app.ts";
import { mountRestDoor } from "../doors/rest/rest-door.ts";
import { mountBrowserDoor } from "../doors/connect/door.ts";
import type { Door } from "./start-doors.ts";
import { type Backend, ALL_SERVICES, FREE_METHOD } from "./backend.ts";
import { callerAddressAt, isTrustedBy } from "./caller-address-at.ts";

/** /v1, Connect, gRPC-Web and the pages, on one port. */
export function httpDoor(
  config: Config,
  { answerCall, answerInJson, refusalOf, status }: Backend,
  parts: ProcessParts,
): Door {
  const { logger, overloadRefusal } = parts;
  const { brand, plans, demoKey } = config;
  const isSimulated = config.weatherSources.every((source) => source === "simulated");
  let isServing = false;
  const app = createHttpApp({
    isServing: () => isServing,
    corsOrigins: config.corsOrigins,
    isPublishableKey,
    demoKey,
    onBug: createBugLogger({ logger }),
    onCrowded: createCrowdedPort("http", parts),
    isTrusted: isTrustedBy(config),
    notFoundPage: createNotFoundPage(brand),
  });
  const callerAddress = httpCallerAddress(callerAddressAt("http", config, logger));
  const shared = { services: ALL_SERVICES, callerAddress, overloadRefusal };
  const json = { ...shared, answerInJson, clock: parts.clock, openApi: apiDescription(brand) };
  const openApi = mountRestDoor(app, json);
  mountMcpDoor(app, {
    ...json,
    services: OPERATIONS,
    freeMethod: FREE_METHOD,
    origins: config.corsOrigins,
  });
  mountBrowserDoor(app, { ...shared, answerCall, refusalOf });
  mountDashboard(app, brand);
  mountPages(app, { brand, plans, status, openApi, demoKey, isSimulated });
  const countOpen = promisify(app.server.getConnections.bind(app.server));
  parts.metrics.watchConnections("http", async () => ({
    open: await countOpen(),
    max: app.server.maxConnections,
  }));
  return {
    listen: () => listenHttp(app, config.httpListen),
    setServing: (next) => {
      isServing = next;
    },
    close: (timeoutMs) => closeHttp(app, timeoutMs),
  };
}
