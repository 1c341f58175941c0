// What the OpenAPI document promises of answers, refusals and problems, as client generators take it.
import { describe, expect, test } from "vitest";
import { FAULT_REASONS } from "../../../src/fault-reasons.ts";
import { methodPlans } from "../../../src/rest/method-plan.ts";
import { openApiDocument } from "../../../src/rest/openapi/document.ts";
import { OPENAPI, SERVICES } from "../door.ts";

interface Response {
  readonly description: string;
  readonly headers?: Record<string, unknown>;
  readonly content: { readonly "application/problem+json": { readonly example: Record<string, unknown> } };
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

const EXAMPLE = { schema: { type: "string" }, example: expect.any(String) };

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

  test.each(["BookingConfidenceService", "ForecastService", "SafeSlotsService"])(
    "of %s is found under its tag, carries a validator, and may be 304",
    (name) => {
      const { tags, paths } = documentNow();
      expect(tags.find((tag) => tag.name === name)?.description).toMatch(/^Tells .*\.$/);
      const operation = Object.values(paths).find(({ get }) => get.tags.includes(name))?.get;
      expect(operation?.responses["200"]?.description).toMatch(/^The .*\.$/);
      expect(operation?.responses["200"]?.headers).toEqual({
        etag: { schema: { type: "string" }, description: expect.stringContaining("`If-None-Match`") },
      });
      expect(operation?.responses["304"]?.description).toContain("counts where one does");
    },
  );
});

describe("a refusal in the OpenAPI document", () => {
  test.each([
    { name: "BadRequest", status: 400, code: "invalid_argument", headers: undefined },
    { name: "Unauthorized", status: 401, code: "unauthenticated", headers: { "www-authenticate": EXAMPLE } },
    { name: "Forbidden", status: 403, code: "permission_denied", headers: undefined },
    { name: "TooManyRequests", status: 429, code: "resource_exhausted", headers: { "retry-after": EXAMPLE } },
    { name: "InternalError", status: 500, code: "internal", headers: undefined },
    { name: "Unavailable", status: 503, code: "unavailable", headers: { "retry-after": EXAMPLE } },
    { name: "Timeout", status: 504, code: "deadline_exceeded", headers: undefined },
  ])("$name says what it means, and shows one that is answered so", ({ name, status, code, headers }) => {
    const response = documentNow().components.responses[name];
    expect(response?.description).toMatch(/^[A-Z].*\.$/);
    expect(response?.content["application/problem+json"].example).toMatchObject({
      type: "about:blank",
      title: expect.any(String),
      status,
      code,
      detail: expect.stringMatching(/\.$/),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response?.headers).toEqual(headers);
  });

  test("shows the parameter at fault, and how long to wait", () => {
    const { BadRequest, TooManyRequests, Unavailable } = documentNow().components.responses;
    expect(BadRequest?.content["application/problem+json"].example["violations"]).toEqual([
      { field: "lat", description: "must be a decimal number such as 51.5.", reason: "INVALID_PARAMETER" },
    ]);
    expect(TooManyRequests?.headers?.["retry-after"]).toMatchObject({ example: "86400" });
    expect(Unavailable?.headers?.["retry-after"]).toMatchObject({ example: "5" });
  });

  test("is a problem with the members that every problem has", () => {
    const described = { description: expect.any(String) };
    const text = { type: "string", ...described };
    const violation = {
      type: "object",
      properties: { field: { type: "string" }, description: { type: "string" }, reason: { type: "string" } },
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
        status: { type: "integer", ...described },
        violations: { type: "array", ...described, items: violation },
      },
      required: ["type", "title", "status", "detail", "code", "reason", "request_id"],
    });
  });
});
