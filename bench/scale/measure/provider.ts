// A provider in the words of Open-Meteo that answers at once, so that what a fetch costs is the service's own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openMeteoPayload } from "../../../test/weather/open-meteo/payload.ts";
import { announce } from "../../programs/announce.ts";

const payload = JSON.stringify(openMeteoPayload({ nowMs: Date.now() }));
const server = createServer((request, response) => {
  const places =
    new URL(request.url ?? "/", "http://provider").searchParams.get("latitude")?.split(",") ?? [];
  const body = places.length === 1 ? payload : `[${places.map(() => payload).join(",")}]`;
  response.setHeader("content-type", "application/json").end(body);
}).listen(0, "127.0.0.1", () => announce({ http: (server.address() as AddressInfo).port }));
