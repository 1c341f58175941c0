import { PATHS, type Problem } from "../api.ts";
import { checkedUrl, type Ask, type Question } from "../ask.ts";
import { SuitabilityError } from "../suitability-error.ts";

interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** As much of `fetch` as is used: the platform's own, or what behaves like it. */
export type Fetch = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<FetchedResponse>;

export function askOverHttp({
  baseUrl,
  apiKey,
  fetch = globalThis.fetch,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: Fetch | undefined;
}): Ask {
  const base = checkedUrl(baseUrl).href.replace(/\/+$/, "");
  return async ({ operation, question, signal }) => {
    const url = `${base}${PATHS[operation]}${searchOf(question)}`;
    let response: FetchedResponse;
    let text: string;
    try {
      // A redirect is not followed: fetch would take the key along, to whatever host it names.
      response = await fetch(url, { headers: { "x-api-key": apiKey }, redirect: "manual", signal });
      text = await response.text();
    } catch (cause) {
      const message = `No answer came from ${base}. It is not known whether the call reached the service.`;
      throw new SuitabilityError({ reason: "CONNECTION_FAILED", code: "unavailable", message, cause });
    }
    const body = parsed(text);
    if (response.ok && body !== undefined) return { answer: body, headers: response.headers };
    throw refusal(response, body);
  };
}

function searchOf(question: Question): string {
  const entries = Object.entries(question).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries).toString()}`;
}

/** Undefined for what is no JSON object. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal({ status, headers }: FetchedResponse, body: object | undefined): SuitabilityError {
  const requestId = headers.get("x-request-id") ?? undefined;
  if (!isProblem(body)) {
    const isRedirect = status === 0 || (status >= 300 && status < 400);
    const message = isRedirect
      ? "The answer is a redirect, which is not followed, lest the key go elsewhere: set baseUrl to where it leads."
      : `The answer (HTTP ${status}) is not one of the service's: look at baseUrl, and at proxies on the way.`;
    return new SuitabilityError({ reason: "UNEXPLAINED", code: "unknown", status, message, requestId });
  }
  const retryAfter = headers.get("retry-after");
  return new SuitabilityError({
    reason: body.reason,
    code: body.code,
    status,
    message: body.detail,
    violations: body.violations,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    requestId,
  });
}

function isProblem(body: object | undefined): body is Problem {
  return body !== undefined && "reason" in body && "code" in body && "detail" in body;
}
