import { ROUTES, type Problem } from "../api.ts";
import { checkedUrl, type Ask, type Question } from "../ask.ts";
import { SuitabilityError } from "../suitability-error.ts";
import { retryAfterSeconds } from "./retry-after.ts";

interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** The part of `fetch` that the client uses. */
type Fetch = (
  url: string,
  init: {
    readonly method: "GET" | "POST";
    readonly body?: string;
    readonly headers: Record<string, string>;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<FetchedResponse>;

export interface HttpOptions {
  /** The address of the HTTP port, such as `https://weather.example`; `/v1/…` is put behind it. */
  readonly baseUrl: string;
  /** In a page use only a publishable key (`wpk_…`), because every visitor can read it. */
  readonly apiKey: string;
  /** By default the platform's own. */
  readonly fetch?: Fetch | undefined;
}

export function askOverHttp({ baseUrl, apiKey, fetch = globalThis.fetch }: HttpOptions): Ask {
  const base = checkedUrl(baseUrl).href.replace(/\/+$/, "");
  return async ({ operation, question, signal }) => {
    const { method, path } = ROUTES[operation];
    const isPost = method === "POST";
    const url = `${base}${path}${isPost ? "" : searchOf(question)}`;
    const body = isPost && { body: JSON.stringify(question) };
    const headers = { "x-api-key": apiKey, ...(isPost && { "content-type": "application/json" }) };
    let response: FetchedResponse;
    let text: string;
    try {
      // A redirect is not followed: fetch would send the key to whatever host it names.
      response = await fetch(url, { method, headers, ...body, redirect: "manual", signal });
      text = await response.text();
    } catch (cause) {
      const message = `No answer came from ${base}. It is not known whether the call reached the service.`;
      throw new SuitabilityError({ reason: "CONNECTION_FAILED", code: "unavailable", message, cause });
    }
    const answer = parsed(text);
    if (response.ok && answer !== undefined) return { answer, headers: response.headers };
    throw refusal(response, answer);
  };
}

function searchOf(question: Question): string {
  const entries = Object.entries(question).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`;
}

/** Undefined unless the text is a JSON object. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: FetchedResponse, body: object | undefined): SuitabilityError {
  const requestId = headers.get("x-request-id") ?? undefined;
  if (!isProblem(body)) {
    const isRedirect = status === 0 || (status >= 300 && status < 400);
    const message = isRedirect
      ? "The answer is a redirect. It is not followed, to keep the key from other hosts: set baseUrl to where it leads."
      : `The answer (HTTP ${status}) is not one of the service's: look at baseUrl, and at proxies on the way.`;
    return new SuitabilityError({ reason: "UNEXPLAINED", code: "unknown", status, message, requestId });
  }
  return new SuitabilityError({
    reason: body.reason,
    code: body.code,
    status,
    message: body.detail,
    violations: body.violations,
    retryAfterSeconds: retryAfterSeconds(headers),
    requestId,
  });
}

function isProblem(body: object | undefined): body is Problem {
  return body !== undefined && "reason" in body && "code" in body && "detail" in body;
}
