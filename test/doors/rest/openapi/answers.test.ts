// What the OpenAPI document promises of answers, refusals and problems, as client generators take it.
import { describe, expect, test } from "vitest";
import { FAULT_REASONS, type FaultReasonRow } from "../../../../src/fault-reasons.ts";
import { methodPlans } from "../../../../src/doors/rest/method-plan.ts";
import { statusOf } from "../../../../src/doors/rest/problem.ts";
import { openApiDocument } from "../../../../src/doors/rest/openapi/document.ts";
import { OPENAPI, SERVICES } from "../door.ts";

interface Response {
  readonly description: string;
  readonly headers?: Record<string, unknown>;
  readonly content: {
    readonly "application/problem+json": {
      readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>;
    };
  };
}

interface Operation {
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

function documentNow(): Document {
  return JSON.parse(JSON.stringify(openApiDocument(methodPlans(SERVICES), OPENAPI)));
}

const EXAMPLE = { description: expect.any(String), schema: { type: "string" }, example: expect.any(String) };
const REQUEST_ID = { "X-Request-Id": { description: expect.any(String), schema: { type: "string" } } };

describe("an answer in the OpenAPI document", () => {
  test.each([
    ["Alternative", ["start_time", "playability_score", "recommendation"]],
    ["Explanation", ["points_lost", "forecast_at", "source", "model_version", "hours"]],
    ["Grounds", ["forecast_at", "source", "model_version"]],
    ["HourExplanation", ["points_lost", "recommendation", "feels_like_c"]],
    ["ScoredHour", ["time", "wet_mm"]],
    ["SlotExplanation", ["points_lost"]],
    ["ForecastHour", ["time", "temp_c", "rain_mm", "wind_kmh", "playability_score"]],
    ["ForecastSession", ["start_time", "playability_score", "recommendation"]],
    ["GetForecastResponse", ["location", "hours"]],
    ["RankSafeSlotsResponse", ["slots"]],
    ["RankedSlot", ["start_time", "playability_score", "recommendation", "rain_risk", "wind_risk", "rank"]],
    ["SkippedSlot", ["start_time", "reason"]],
  ])("%s promises what every one has, and no more", (name, required) => {
    expect(documentNow().components.schemas[name]?.required).toEqual(required);
  });

  test("promises a time and a verdict, but an explanation only to those who ask", () => {
    const required = documentNow().components.schemas["GetBookingConfidenceResponse"]?.required;
    expect(required).toContain("forecast_at");
    expect(required).not.toContain("explanation");
  });

  test.each(["Booking confidence", "Forecast", "Safe slots"])(
    "of %s is found under its tag, carries the call's id, and may be 304",
    (name) => {
      const { tags, paths } = documentNow();
      expect(tags.find((tag) => tag.name === name)?.description).toMatch(/^Tells .*\.$/);
      const operation = Object.values(paths).find(({ get }) => get.tags.includes(name))?.get;
      expect(operation?.responses["200"]?.description).toMatch(/^The .*\.$/);
      expect(operation?.responses["200"]?.headers).toEqual(REQUEST_ID);
      expect(operation?.responses["304"]?.description).toContain("counts where one does");
    },
  );
});

describe("a refusal in the OpenAPI document", () => {
  const RETRY = { "Retry-After": EXAMPLE };

  test.each([
    { name: "BadRequest", status: 400, code: "invalid_argument", headers: {} },
    { name: "Unauthorized", status: 401, code: "unauthenticated", headers: { "WWW-Authenticate": EXAMPLE } },
    { name: "Forbidden", status: 403, code: "permission_denied", headers: {} },
    { name: "RequestTimeout", status: 408, code: "deadline_exceeded", headers: {} },
    { name: "UriTooLong", status: 414, code: "invalid_argument", headers: {} },
    { name: "TooManyRequests", status: 429, code: "resource_exhausted", headers: RETRY },
    { name: "HeadersTooLong", status: 431, code: "invalid_argument", headers: {} },
    { name: "InternalError", status: 500, code: "internal", headers: {} },
    { name: "Unavailable", status: 503, code: "unavailable", headers: RETRY },
    { name: "Timeout", status: 504, code: "deadline_exceeded", headers: {} },
  ])("$name says what it means, and shows every reason there may be", ({ name, status, code, headers }) => {
    const response = documentNow().components.responses[name];
    const { examples } = response?.content["application/problem+json"] ?? { examples: {} };
    const reasons = Object.entries<FaultReasonRow>(FAULT_REASONS)
      .filter(([reason, row]) => statusOf(row) === status && reason !== "UNREADABLE_MESSAGE")
      .map(([reason]) => reason);
    expect(Object.keys(examples)).toEqual(reasons);
    expect(response?.description).toMatch(/^[A-Z].*\.\n/);
    for (const reason of reasons) {
      expect(response?.description).toContain(`\n- \`${reason}\`: `);
      expect(examples[reason]?.value).toMatchObject({
        type: "about:blank",
        title: expect.any(String),
        status,
        code,
        reason,
        detail: expect.stringMatching(/\.$/),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    expect(response?.headers).toEqual({ ...REQUEST_ID, ...headers });
  });

  test("shows the parameter at fault, and how long to wait", () => {
    const { BadRequest, TooManyRequests, Unavailable } = documentNow().components.responses;
    const { INVALID_PARAMETER } = BadRequest?.content["application/problem+json"].examples ?? {};
    expect(INVALID_PARAMETER?.value["violations"]).toEqual([
      { field: "lat", description: "must be a decimal number such as 51.5.", reason: "INVALID_PARAMETER" },
    ]);
    expect(TooManyRequests?.headers?.["Retry-After"]).toMatchObject({
      example: expect.stringMatching(/^\d+$/),
    });
    expect(Unavailable?.headers?.["Retry-After"]).toMatchObject({ example: "5" });
  });

  test("is a problem with the members that every problem has", () => {
    const described = { description: expect.any(String) };
    const text = { type: "string", ...described };
    const violation = {
      type: "object",
      properties: { field: text, description: text, reason: text },
      required: ["field", "description", "reason"],
    };
    expect(documentNow().components.schemas["Problem"]).toEqual({
      type: "object",
      ...described,
      properties: {
        type: text,
        title: text,
        detail: text,
        code: text,
        reason: { ...text, enum: Object.keys(FAULT_REASONS) },
        request_id: text,
        status: { type: "integer", minimum: 400, maximum: 599, ...described },
        violations: { type: "array", ...described, items: violation },
      },
      required: ["type", "title", "status", "detail", "code", "reason", "request_id"],
    });
  });
});
