// A provider in the words of Open-Meteo that takes 80 ms for a request, works on two at once, and lets the others wait. A
// request may be about several places; its answer is then a list.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openMeteoPayload } from "../../test/weather/open-meteo/payload.ts";
import { announce } from "./announce.ts";

const ANSWER_MS = 80;
const AT_ONCE = 2;

/** For each worker, the moment at which its last request is answered. */
const busy = Array.from({ length: AT_ONCE }, () => Promise.resolve());
let turn = 0;

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://provider");
  const places = searchParams.get("latitude")?.split(",").length ?? 1;
  const payload = JSON.stringify(openMeteoPayload({ nowMs: Date.now() }));
  const body = places === 1 ? payload : `[${Array.from({ length: places }, () => payload).join(",")}]`;
  // Equal times for all, so that taking turns is the same as the first who is free.
  const worker = turn++ % AT_ONCE;
  busy[worker] = (busy[worker] ?? Promise.resolve())
    .then(() => delay(ANSWER_MS))
    .then(() => void response.setHeader("content-type", "application/json").end(body));
}).listen(0, "127.0.0.1", () => announce({ http: (server.address() as AddressInfo).port }));
