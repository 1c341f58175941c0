// docs/security.md against the code: the fields of a call's log line, and the limits.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LIMITS } from "../../src/call/limits.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/time/clock.ts";
import type { Rate } from "../../src/lib/token-bucket.ts";
import { faultsOf } from "../doors/faults-of.ts";
import { LONDON, METHODS } from "../doors/methods.ts";
import { startWithDoors } from "../doors/start-with-doors.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";

const PAGE = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");

/** Each field of a call's log line, and the words that the page uses for it. */
const FIELDS: Readonly<Record<string, string>> = {
  method: "method",
  code: "outcome",
  reason: "reason",
  ms: "duration",
  request_id: "request id",
  account: "account",
  key: "key id",
  trace_id: "trace id",
  span_id: "span id",
};

/** The fields of every log line, which identify nobody. */
const OF_EVERY_LINE = ["level", "time", "role", "msg"];

it("a call's log line has the fields that docs/security.md names, and no secret key, place or client address", async () => {
  const { lines, destination } = createLogLines();
  const service = await startWithDoors({ logLevel: "trace", trustedProxies: ["loopback"] }, { destination });
  const { key } = await service.createCaller();
  const headers = { "x-forwarded-for": "203.0.113.77" };
  const call = { method: METHODS.getForecast, request: LONDON, key, headers };
  for (const door of service.doors) await door.call(call);
  await faultsOf(service.doors, { ...call, request: { ...LONDON, days: 9 } });
  const calls = lines.filter(({ msg }) => msg === "call");
  expect(calls.length).toBeGreaterThanOrEqual(2 * service.doors.length);
  const named = new Set(calls.flatMap((line) => Object.keys(line)));
  expect([...named].toSorted()).toEqual([...Object.keys(FIELDS), ...OF_EVERY_LINE].toSorted());
  const [, row = ""] = /^\| (a line for each call: [^|]*)\|/m.exec(PAGE) ?? [];
  for (const word of Object.values(FIELDS)) expect(row).toContain(word);
  const logged = JSON.stringify(lines);
  for (const secret of [key, String(LONDON.lat), "203.0.113.77"]) expect(logged).not.toContain(secret);
});

const SPANS: Readonly<Record<number, string>> = {
  [SECOND_MS]: "second",
  [MINUTE_MS]: "minute",
  [DAY_MS]: "day",
};

function maxText(max: Rate | number | string): string {
  return typeof max === "object" ? `${max.burst}, then ${max.count} a ${SPANS[max.perMs]}` : String(max);
}

it("docs/security.md has every limit: of what, counted by whom, how much, what happens beyond it, and the reason", () => {
  const [, section = ""] = /^## Limits\n(.*?)^## /ms.exec(PAGE) ?? [];
  const [, , ...rows] = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) =>
    row.split(" | ").map((cell) => cell.trim()),
  );
  expect(rows).toEqual(
    Object.values(LIMITS).map(({ of, by, max, beyond, reason }) => [
      of,
      by,
      maxText(max),
      beyond,
      reason === undefined ? "" : `\`${reason}\``,
    ]),
  );
});
