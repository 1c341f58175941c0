import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { errors } from "undici";
import type { Dispatcher } from "undici";
import { currentContext, traced } from "../../../observability/trace/traced.ts";
import { contextToHeaders } from "../../../observability/trace/headers.ts";
import { WeatherError } from "../../weather-error.ts";
import { httpDateMs } from "./http-date.ts";

export interface FetchTextOptions {
  /** The name in error messages. */
  readonly source: string;
  /** Limits the size of a body as it is sent, and decides on redirects. */
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  /** The provider's own hosts. */
  readonly hosts: readonly string[];
  readonly path: string;
  /** Names in lower case; sent in addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the decompressed body. */
  readonly maxBodyBytes: number;
  /** From waiting for a connection to the last byte; a body that trickles in is cut off too. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one GET and returns the answer, whatever its status. Failures become a WeatherError: `timeout`, `unreachable`, or
 * `unusable` for a body over the limit. The signal's reason is passed on. A self-hosted server gets the trace of the
 * first call that the fetch is for. A provider does not: an id chosen by the caller would show which calls belong
 * together.
 */
export function fetchText(options: FetchTextOptions): Promise<Answer> {
  const { source } = options;
  // Never the path: it shows where people play, and may contain the key.
  const attributes = { "http.request.method": "GET", "peer.service": source };
  const span = { name: `GET ${source}`, kind: SpanKind.CLIENT, attributes, parent: currentContext() };
  return traced(span, async (fetching) => {
    try {
      const answer = await get(options);
      fetching.setAttribute("http.response.status_code", answer.status);
      if (answer.status >= 400) fetching.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    } catch (error) {
      if (error instanceof WeatherError) fetching.setAttribute("error.type", error.kind);
      fetching.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    }
  });
}

export interface Answer {
  readonly status: number;
  /** By lower-case name; the first of repeated ones. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A longer Retry-After is cut to this: a header sent by mistake must not cost a day. */
const RETRY_AFTER_SECONDS_MAX = 3600;

/** A Retry-After of now or the past is no wait, but a source that refused is not asked again at once. */
const RETRY_AFTER_SECONDS_MIN = 1;

const unzipped = promisify(gunzip);

/** In any case, and by its older name (RFC 9110, sections 8.4.1 and 8.4.1.3). */
const GZIP = /^(?:x-)?gzip$/i;

/** Ignores a byte order mark, as readers of JSON may (RFC 8259, section 8.1). Some proxies and file servers add one. */
const UTF8 = new TextDecoder();

/** Whether the provider itself is asked, and not a self-hosted server. */
function isOwnHost({ origin, hosts }: FetchTextOptions): boolean {
  const { hostname } = new URL(origin);
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

async function get(options: FetchTextOptions): Promise<Answer> {
  const { source, dispatcher, origin, path, timeoutMs, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await dispatcher.request({
      method: "GET",
      origin,
      path,
      headers: {
        accept: "application/json",
        "accept-encoding": "gzip",
        "user-agent": "weather-suitability-service",
        ...options.headers,
        ...(isOwnHost(options) ? {} : contextToHeaders(currentContext())),
      },
      signal: AbortSignal.any([signal, deadline]),
    });
    const headers = firstValues(answer.headers);
    const sent = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers, text: await unpackedText(sent, headers, options) };
  } catch (cause) {
    signal.throwIfAborted();
    if (deadline.aborted)
      throw new WeatherError("timeout", `${source}: no complete answer in ${timeoutMs} ms`);
    if (cause instanceof WeatherError) throw cause;
    if (cause instanceof errors.ResponseExceededMaxSizeError) throw tooLarge(source, cause);
    throw new WeatherError("unreachable", `${source}: ${reasonOf(cause)}`, { cause });
  }
}

async function unpackedText(
  sent: Buffer,
  headers: ReadonlyMap<string, string>,
  { source, maxBodyBytes }: FetchTextOptions,
): Promise<string> {
  // A body in another compression is refused later, because it is not JSON.
  if (!GZIP.test(headers.get("content-encoding") ?? "")) {
    if (sent.length > maxBodyBytes) throw tooLarge(source);
    return UTF8.decode(sent);
  }
  try {
    return UTF8.decode(await unzipped(sent, { maxOutputLength: maxBodyBytes }));
  } catch (cause) {
    if (reasonOf(cause) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(source, cause);
    throw new WeatherError("unusable", `${source}: broken gzip`, { defect: "not_json", cause });
  }
}

function firstValues(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const first = typeof value === "object" ? value[0] : value;
    // The whitespace after a value is no part of it (RFC 9110, section 5.5), but undici passes it on.
    if (first !== undefined) values.set(name, first.trim());
  }
  return values;
}

function tooLarge(source: string, cause?: unknown): WeatherError {
  return new WeatherError("unusable", `${source}: the answer is too large`, { defect: "too_large", cause });
}

/** The system's code if there is one (`ECONNREFUSED`): an error for several addresses has no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

/** The parsed JSON of an answer; undefined if it is not JSON. */
export function parsedJson({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a Retry-After (https://www.rfc-editor.org/rfc/rfc9110#field.retry-after): seconds, or a date, which is compared
 * with the provider's clock if it sends its time, because ours may be off. Undefined if there is none or it is neither.
 */
export function retryAfterSeconds(
  headers: ReadonlyMap<string, string>,
  { nowMs }: { readonly nowMs: number },
): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return withinBounds(Number(text));
  const untilMs = httpDateMs(text, nowMs);
  if (untilMs === undefined) return undefined;
  return withinBounds(Math.ceil((untilMs - (httpDateMs(headers.get("date"), nowMs) ?? nowMs)) / 1000));
}

function withinBounds(seconds: number): number {
  return Math.min(RETRY_AFTER_SECONDS_MAX, Math.max(RETRY_AFTER_SECONDS_MIN, seconds));
}
