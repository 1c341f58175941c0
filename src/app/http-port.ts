// What every HTTP port has: bounds, metrics of its connections, trusted proxies, and its life as a door.
import { promisify } from "node:util";
import type { Config } from "./settings/core-config.ts";
import type { ListenAddress } from "./settings/setting-values.ts";
import { httpCallerAddress } from "../doors/http/caller-address.ts";
import { createHttpApp } from "../doors/rest/http-app.ts";
import { closeHttp, listenHttp } from "../observability/http-listener.ts";
import { createBugLogger } from "../observability/logger.ts";
import { createCrowdedPort } from "../observability/overload-refusal.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import { callerAddressAt, isTrustedBy } from "./caller-address-at.ts";
import type { Door } from "./start-doors.ts";

/** Routes are mounted on `app` before `door` listens. */
export function createHttpPort(
  name: string,
  options: Pick<
    Parameters<typeof createHttpApp>[0],
    | "challenge"
    | "corsOrigins"
    | "exposedHeaders"
    | "pageHeaders"
    | "demoKey"
    | "notFoundPage"
    | "isTls"
    | "connectionsMax"
  > & { readonly listen: ListenAddress; readonly config: Config; readonly parts: ProcessParts },
) {
  const { listen, config, parts, ...appOptions } = options;
  let isServing = false;
  const app = createHttpApp({
    ...appOptions,
    isServing: () => isServing,
    onBug: createBugLogger(parts),
    onCrowded: createCrowdedPort(name, parts),
    isTrusted: isTrustedBy(config),
  });
  const countOpen = promisify(app.server.getConnections.bind(app.server));
  parts.metrics.watchConnections(name, async () => ({
    open: await countOpen(),
    max: app.server.maxConnections,
  }));
  const door: Door = {
    listen: () => listenHttp(app, listen),
    setServing: (next) => {
      isServing = next;
    },
    close: (timeoutMs) => closeHttp(app, timeoutMs),
  };
  return { app, door, callerAddress: httpCallerAddress(callerAddressAt(name, config, parts.logger)) };
}
