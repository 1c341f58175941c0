import type { ProcessParts } from "../observability/process-parts.ts";
import { MODULES } from "./all-modules.ts";
import { apiDescription } from "./api-description.ts";
import type { Config } from "./settings/core-config.ts";
import { createAnswerWriter } from "../doors/rest/answer-writer.ts";
import { mountRestDoor } from "../doors/rest/door.ts";
import { mountBrowserDoor } from "../doors/connect/door.ts";
import type { Door } from "./start-doors.ts";
import { createHttpPort } from "./http-port.ts";
import { MISTAKEN_NAMES } from "./mistaken-names.ts";
import type { Core } from "./open-core.ts";
import { SERVICES } from "./served-methods.ts";

/** /v1, Connect, gRPC-Web and the routes of modules, on one port. */
export async function httpDoor(
  config: Config,
  { answerCall, refusalOf, status }: Core,
  parts: ProcessParts,
): Promise<Door> {
  const { brand, demoKey, corsOrigins } = config;
  const createNotFoundPage = await MODULES.find(({ notFoundPage }) => notFoundPage)?.notFoundPage?.();
  const { app, door, callerAddress } = createHttpPort("http", {
    listen: config.httpListen,
    config,
    parts,
    corsOrigins,
    exposedHeaders: ["Scoring-Model-Version", "Weather-Location", "Weather-Source"],
    pageHeaders: MODULES.flatMap(({ pageHeaders = [] }) => pageHeaders),
    demoKey,
    notFoundPage: createNotFoundPage?.(config),
  });
  const { clock, overloadRefusal } = parts;
  const shared = { callerAddress, overloadRefusal, answerCall };
  const description = apiDescription(brand);
  const notes = await Promise.all(MODULES.flatMap(({ methodNotes }) => methodNotes?.() ?? []));
  const methods = Object.assign({}, description.methods, ...notes);
  const json = {
    ...shared,
    clock,
    mistakenNames: MISTAKEN_NAMES,
    openApi: { ...description, methods },
  };
  const openApiDocument = mountRestDoor(app, { ...json, services: SERVICES });
  mountBrowserDoor(app, { ...shared, services: SERVICES, refusalOf, jsonWriterOf: createAnswerWriter });
  const forModels = MODULES.flatMap(({ forModels }) => forModels ?? []);
  for (const { routes } of MODULES) {
    const addRoutes = await routes?.();
    addRoutes?.(app, { ...json, openApiDocument, status, config, forModels });
  }
  return door;
}
