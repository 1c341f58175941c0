import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { ProcessParts } from "../observability/process-parts.ts";
import { apiDescription } from "./api-description.ts";
import { FREE_METHOD, SERVICES } from "../api/methods.ts";
import type { Config } from "./settings/config.ts";
import { isSimulated } from "./settings/weather-settings.ts";
import { mountDashboard } from "../web/dashboard/mount-dashboard.ts";
import { mountMcpDoor } from "../doors/mcp/mcp-door.ts";
import { mountPages } from "../web/mount-pages.ts";
import { createNotFoundPage } from "../web/not-found/not-found-page.ts";
import { mountRestDoor } from "../doors/rest/door.ts";
import { mountBrowserDoor } from "../doors/connect/door.ts";
import type { Door } from "./start-doors.ts";
import { createHttpPort } from "./http-port.ts";
import type { Core } from "./open-core.ts";

/** The services whose GET methods are tools for models. */
const TOOL_SERVICES = [BookingConfidenceService, ForecastService, SafeSlotsService];

/** /v1, Connect, gRPC-Web and the pages, on one port. */
export function httpDoor(config: Config, { answerCall, refusalOf, status }: Core, parts: ProcessParts): Door {
  const { brand, plans, demoKey, corsOrigins, weatherSources } = config;
  const { app, door, callerAddress } = createHttpPort("http", {
    listen: config.httpListen,
    config,
    parts,
    corsOrigins,
    demoKey,
    notFoundPage: createNotFoundPage(brand),
  });
  const shared = { services: SERVICES, callerAddress, overloadRefusal: parts.overloadRefusal };
  const json = { ...shared, answerCall, clock: parts.clock, openApi: apiDescription(brand) };
  const openApi = mountRestDoor(app, json);
  mountMcpDoor(app, { ...json, services: TOOL_SERVICES, freeMethod: FREE_METHOD, origins: corsOrigins });
  mountBrowserDoor(app, { ...shared, answerCall, refusalOf });
  mountDashboard(app, brand);
  mountPages(app, { brand, plans, status, openApi, demoKey, isSimulated: isSimulated(weatherSources) });
  return door;
}
