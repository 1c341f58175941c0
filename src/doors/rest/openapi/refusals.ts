// The error responses of the OpenAPI document: a response for each status, with its reasons from errors/fault-reasons.ts.
import type { ConnectError } from "@connectrpc/connect";
import { FAULT_REASONS, type FaultReason, type FaultReasonRow } from "../../../errors/fault-reasons.ts";
import { fault, invalidArgument, plainFault } from "../../../errors/fault.ts";
import { API_KEY_HEADER } from "../headers.ts";
import { statusOf } from "../../../errors/problem.ts";
import { problemFromConnectError } from "../errors.ts";
import type { JsonSchema } from "./json-schema.ts";

interface Refusal {
  readonly status: number;
  /** The name of the response among the document's components. */
  readonly name: string;
  readonly description: string;
  /** Only for requests with a body. */
  readonly isOfBodies?: boolean;
}

/** The error statuses that a call to a known path with the right method can get. */
const REFUSALS: readonly Refusal[] = [
  {
    status: 400,
    name: "BadRequest",
    description: "A parameter is missing, malformed, out of range or unknown; `violations` says which.",
  },
  {
    status: 401,
    name: "Unauthorized",
    description: `The key in ${API_KEY_HEADER} is missing, malformed, unknown or revoked.`,
  },
  { status: 403, name: "Forbidden", description: "The key is known, but may not make this call." },
  { status: 408, name: "RequestTimeout", description: "The request did not arrive in time." },
  { status: 413, name: "BodyTooLarge", description: "The body is too large.", isOfBodies: true },
  { status: 414, name: "UriTooLong", description: "The URL is too long." },
  {
    status: 415,
    name: "UnsupportedMediaType",
    description: "The body is not `application/json`.",
    isOfBodies: true,
  },
  {
    status: 429,
    name: "TooManyRequests",
    description:
      "The quota is used up, or too many calls came at once; `Retry-After` says when to come back.",
  },
  { status: 431, name: "HeadersTooLong", description: "The URL and the headers are too long together." },
  {
    status: 500,
    name: "InternalError",
    description: "The service failed because of a bug; `request_id` identifies the call.",
  },
  {
    status: 503,
    name: "Unavailable",
    description: "The service cannot answer at the moment; `Retry-After` says when to try again.",
  },
  { status: 504, name: "Timeout", description: "The answer took too long." },
];

/** Of the other protocols, or of a caller who is gone. Over /v1, an unreadable body is a violation (INVALID_PARAMETER). */
const ELSEWHERE: ReadonlySet<string> = new Set(["UNREADABLE_MESSAGE", "UNSUPPORTED_COMPRESSION", "CANCELED"]);

/** The reasons that a caller of /v1 may read. */
export const V1_REASONS = Object.entries<FaultReasonRow>(FAULT_REASONS).filter(
  ([reason]) => !ELSEWHERE.has(reason),
) as readonly (readonly [FaultReason, FaultReasonRow])[];

/** Examples for reasons whose errors have more than their row of the table: violations, or their own sentence. */
const SPECIMENS: Readonly<Partial<Record<FaultReason, ConnectError>>> = {
  INVALID_PARAMETER: invalidArgument([
    { field: "lat", description: "must be a decimal number such as 51.5." },
  ]),
  MONTHLY_QUOTA_EXHAUSTED: fault({
    reason: "MONTHLY_QUOTA_EXHAUSTED",
    sentence: "The quota of this month is used up.",
    retryAfterSeconds: 86_400,
  }),
};

const EXAMPLE_ID = "7f9c24e8-3b12-4c55-9a0e-1d6f0b8e2a41";

/** References to the responses, by status. */
export function refusalReferences(hasBody: boolean): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    refusalsOf(hasBody).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** The responses, by name. */
export function refusalResponses(hasBodies: boolean): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(refusalsOf(hasBodies).map((refusal) => [refusal.name, refusalResponse(refusal)]));
}

function refusalsOf(hasBody: boolean): readonly Refusal[] {
  return REFUSALS.filter(({ isOfBodies = false }) => hasBody || !isOfBodies);
}

function refusalResponse({ status, description }: Refusal): JsonSchema {
  const possible = V1_REASONS.filter(([, row]) => statusOf(row) === status);
  const problems = possible.map(([reason, { meaning }]) => ({
    reason,
    summary: meaning,
    problem: problemFromConnectError(SPECIMENS[reason] ?? plainFault(reason), EXAMPLE_ID),
  }));
  return {
    description: `${description}${reasonList(possible)}`,
    headers: responseHeaders(HEADERS, Object.assign({}, ...problems.map(({ problem }) => problem.headers))),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(
          problems.map(({ reason, summary, problem }) => [
            reason,
            { summary, value: JSON.parse(problem.body) as unknown },
          ]),
        ),
      },
    },
  };
}

const HEADERS = {
  "Retry-After": "How many seconds to wait before trying again.",
  "WWW-Authenticate": "How to send a key.",
};

function reasonList(rows: readonly (readonly [string, FaultReasonRow])[]): string {
  return rows.map(([reason, { meaning, remedy }]) => `\n- \`${reason}\`: ${meaning} ${remedy}`).join("");
}

export const PROBLEM_SCHEMA = {
  type: "object",
  description: "What went wrong and what to change, as in RFC 9457.",
  properties: {
    type: { type: "string", description: "Always about:blank; tell problems apart by `reason`." },
    title: { type: "string", description: "The HTTP status in words." },
    status: { type: "integer", description: "The HTTP status.", minimum: 400, maximum: 599 },
    detail: { type: "string", description: "A sentence that says what to change." },
    code: { type: "string", description: "The gRPC code in snake_case." },
    reason: {
      type: "string",
      enum: Object.keys(FAULT_REASONS),
      description: `The reason, for programs. More reasons may be added.${reasonList(Object.entries(FAULT_REASONS))}`,
    },
    violations: {
      type: "array",
      description: "The wrong parameters, if any.",
      items: {
        type: "object",
        properties: {
          field: { type: "string", description: "The parameter." },
          description: { type: "string", description: "What to change." },
          reason: { type: "string", description: "The reason, for programs." },
        },
        required: ["field", "description", "reason"],
      },
    },
    request_id: { type: "string", description: "Identifies the call. Quote it when you ask for help." },
  },
  required: ["type", "title", "status", "detail", "code", "reason", "request_id"],
};

const REQUEST_ID = {
  description: "Identifies the call. Quote it when you ask for help.",
  schema: { type: "string" },
};

/**
 * X-Request-Id, and each of the `described` headers that has a value in `example`. The names in `example` are in lower
 * case.
 */
export function responseHeaders(
  described: Readonly<Record<string, string>>,
  example: Readonly<Record<string, string>>,
): Readonly<Record<string, JsonSchema>> {
  const documented = Object.entries(described).flatMap(([name, description]) => {
    const value = example[name.toLowerCase()];
    return value === undefined ? [] : [[name, { description, schema: { type: "string" }, example: value }]];
  });
  return { "X-Request-Id": REQUEST_ID, ...(Object.fromEntries(documented) as Record<string, JsonSchema>) };
}
