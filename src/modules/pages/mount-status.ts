// GET /status: a page for browsers, JSON for programs; /status.json is always JSON. Neither needs a key.
import { readFileSync } from "node:fs";
import { timestampMs, type Timestamp } from "@bufbuild/protobuf/wkt";
import type { FastifyInstance, FastifyReply } from "fastify";
import {
  GetStatusResponseSchema,
  type GetStatusResponse,
  RecentCalls,
  ServiceState,
  SourceState,
  type ForecastAge,
  type SourceStatus,
} from "#gen/suitability/v1/status_pb.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time/clock.ts";
import { cachePublicly, prefersHtml } from "../../doors/rest/headers.ts";
import { compileJsonWriter } from "../../doors/rest/json.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import type { ServiceStatus } from "../../api/status/service-status.ts";
import { NAMED_SOURCES } from "../../weather/providers/providers.ts";
import { builtFile, STRICT_HEADERS } from "./mount-files.ts";
import { pageWords, fill, escapeHtml, type PageBrand } from "./page-words.ts";

const CACHED = "max-age=30";

const writeJson = compileJsonWriter(GetStatusResponseSchema);

interface StatusPageOptions {
  readonly status: ServiceStatus;
  readonly brand: PageBrand;
}

export function mountStatus(app: FastifyInstance, { status, brand }: StatusPageOptions): void {
  const template = readFileSync(builtFile("status.html"), "utf8");
  const page = fill(template, pageWords(brand, "/status"));
  app.get("/status.json", async (_request, reply) => sendJson(cachePublicly(reply, CACHED), await status()));
  app.get("/status", async (request, reply) => {
    const current = await status();
    cachePublicly(reply, CACHED);
    reply.header("vary", [reply.getHeader("vary"), "Accept"].filter(Boolean).join(", "));
    return prefersHtml(request.headers.accept)
      ? reply
          .headers({ ...STRICT_HEADERS, "content-type": "text/html; charset=utf-8" })
          .send(fill(page, statusWords(current)))
      : sendJson(reply, current);
  });
}

function sendJson(reply: FastifyReply, current: GetStatusResponse): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(writeJson(current));
}

/** For a state that only a newer core knows. */
const UNKNOWN = ["", "Unknown", ""] as const;

const STATES: Readonly<Record<number, readonly [css: string, headline: string, explanation: string]>> = {
  [ServiceState.OK]: ["ok", "✓ All is well", "Calls are answered."],
  [ServiceState.DEGRADED]: [
    "degraded",
    "! Not all is well",
    "Calls are answered, but some fail, or the preferred weather source is not in use, or it has no new forecasts.",
  ],
  [ServiceState.DOWN]: [
    "down",
    "✗ Out of order",
    "Calls are not answered at the moment: they get an error (503), and do not count.",
  ],
};

/** The page's sentence about recent calls, unless they are answered. */
const CALLS: Readonly<Record<number, string>> = {
  [RecentCalls.NONE]: "No call with a good key has come within the last five minutes.",
  [RecentCalls.REFUSED]:
    "Every call of the last five minutes was refused, and its error says why: the key, the quota, or what was asked.",
  [RecentCalls.FAILED]:
    "No call of the last five minutes was answered: they got an error (503), and did not count.",
};

const SOURCE_STATES: Readonly<Record<number, readonly [css: string, words: string]>> = {
  [SourceState.ASKED_FIRST]: ["asked_first", "✓ in use"],
  [SourceState.STANDBY]: ["", "in reserve, for when those above do not answer"],
  [SourceState.LEFT_ALONE]: ["left_alone", "! not asked for the moment, after failures"],
};

const TITLE_OF = new Map(NAMED_SOURCES.map(({ name, title }) => [name, title]));

const FAILURES: Readonly<Record<string, string>> = {
  timeout: "no answer in time",
  unreachable: "could not be reached",
  limited: "asked too often",
  refused: "refused to answer",
  failed: "reported a failure of its own",
  unusable: "an answer that made no sense",
};

function statusWords(status: GetStatusResponse): Readonly<Record<string, string>> {
  const { asOf, state, sources, forecastAge, recentCalls, version } = status;
  const [css, headline, plain] = STATES[state] ?? UNKNOWN;
  const explanation =
    state === ServiceState.DOWN ? plain : (CALLS[recentCalls ?? RecentCalls.ANSWERED] ?? plain);
  const nowMs = asOf === undefined ? 0 : timestampMs(asOf);
  // A sidecar whose core does not answer knows only that.
  const isKnown = sources.length > 0;
  return {
    state: css,
    headline,
    explanation,
    as_of: minute(asOf),
    version: version === undefined ? "" : ` Version ${escapeHtml(version)}.`,
    sources: isKnown ? table(sources, nowMs) : "<p>Not known at the moment.</p>",
    ages:
      forecastAge !== undefined
        ? agesSentence(forecastAge)
        : isKnown
          ? "No call was answered in the last hour."
          : "",
  };
}

/** Column titles. On a phone, where the table's head is hidden, each is shown before its cell. */
const TITLES = ["Now", "Since", "Last failure"];

function table(sources: readonly SourceStatus[], nowMs: number): string {
  const head = ["Source", ...TITLES].map((title) => `<th scope="col">${title}</th>`);
  const rows = sources.map((source) => `<tr>${cells(source, nowMs)}</tr>`);
  return `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function cells({ name, state, since, lastFailure, outdatedForecastAt }: SourceStatus, nowMs: number): string {
  const [css, words] = SOURCE_STATES[state] ?? UNKNOWN;
  const failure =
    lastFailure === undefined
      ? "none since the start"
      : `${FAILURES[lastFailure.kind] ?? "unknown"}, ${moment(lastFailure.at, nowMs)}`;
  const outdated =
    outdatedForecastAt === undefined
      ? ""
      : `; nothing newer than a forecast of ${moment(outdatedForecastAt, nowMs)}`;
  return [
    `<th scope="row">${escapeHtml(TITLE_OF.get(name) ?? name)}</th>`,
    ...[`<span class="${css}">${words}</span>${outdated}`, moment(since, nowMs), failure].map(
      (html, i) => `<td data-title="${TITLES[i]}">${html}</td>`,
    ),
  ].join("");
}

function agesSentence({ p50Seconds, p99Seconds }: ForecastAge): string {
  const [half, nearlyAll] = [p50Seconds, p99Seconds].map((seconds) => duration(seconds * 1000));
  const ages =
    half === nearlyAll ? `99 of 100 at most ${half}` : `half at most ${half}, 99 of 100 at most ${nearlyAll}`;
  return `Age of the forecasts behind the last hour's answers: ${ages}.`;
}

/** `2026-11-21 12:20 UTC (3 hours ago)` */
function moment(time: Timestamp | undefined, nowMs: number): string {
  return time === undefined
    ? ""
    : `${minute(time)} <span class="whole">(${duration(nowMs - timestampMs(time))} ago)</span>`;
}

function minute(time: Timestamp | undefined): string {
  if (time === undefined) return "";
  const iso = isoTime(timestampMs(time));
  return `<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** In whole days, hours or minutes, rounded up. */
function duration(ms: number): string {
  const [unitMs, unit] =
    ms >= 2 * DAY_MS ? [DAY_MS, "day"] : ms >= 2 * HOUR_MS ? [HOUR_MS, "hour"] : [MINUTE_MS, "minute"];
  const count = Math.max(1, Math.ceil(ms / Number(unitMs)));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
