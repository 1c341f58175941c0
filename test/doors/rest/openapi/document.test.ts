import { describe, expect, test } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { FAULT_REASONS, type FaultReasonRow } from "../../../../src/errors/fault-reasons.ts";
import { createSchemaBuilder } from "../../../../src/doors/rest/openapi/json-schema.ts";
import { methodPlans } from "../../../../src/doors/rest/method-plan.ts";
import { statusOf } from "../../../../src/errors/problem.ts";
import { openApiDocument } from "../../../../src/doors/rest/openapi/document.ts";
import { OPENAPI, SERVICES, startDoor } from "../door.ts";
import { REPEATED, Type, madeUpMessage } from "../made-up-proto.ts";

type Json = Record<string, unknown>;

const document: Json = JSON.parse(JSON.stringify(openApiDocument(methodPlans(SERVICES), OPENAPI)));

/** What a JSON pointer such as `#/components/schemas/Problem` leads to. */
function at(pointer: string, from: unknown = document): Json {
  let found: unknown = from;
  for (const step of pointer.split("/").slice(1)) {
    // "~1" stands for a slash (RFC 6901).
    found = (found as Json | undefined)?.[step.replaceAll("~1", "/")];
  }
  if (found === undefined) throw new Error(`${pointer} leads nowhere`);
  return found as Json;
}

/** Every object in the document. */
function* objects(value: unknown): Generator<Json> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const child of Object.values(value)) yield* objects(child);
}

const routes = Object.values(document["paths"] as Record<string, Readonly<Record<string, Json>>>);
const operations = routes.flatMap(({ get }): readonly Json[] => (get === undefined ? [] : [get]));
const tags = document["tags"] as readonly { readonly name: string; readonly description: string }[];
const posts = routes.flatMap(({ post }): readonly Json[] => (post === undefined ? [] : [post]));

describe("the OpenAPI document", () => {
  test("has the given title, description and servers", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: OPENAPI.info, servers: OPENAPI.servers });
  });

  test("takes a key in X-API-Key or as a bearer token", () => {
    expect(document["security"]).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(at("#/components/securitySchemes/apiKey")).toEqual({
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
    });
  });

  const references = [...objects(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));

  test("has no reference that leads nowhere", () => {
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(at(reference)).toBeTypeOf("object");
  });

  test("has no schema or response that nothing refers to", () => {
    const { schemas, responses } = document["components"] as Record<"schemas" | "responses", Json>;
    for (const name of Object.keys(schemas)) expect(references).toContain(`#/components/schemas/${name}`);
    for (const name of Object.keys(responses)) expect(references).toContain(`#/components/responses/${name}`);
  });

  const TEXT = { type: "string", minLength: 1, maxLength: 64 };
  const TEXTS = { type: "array", minItems: 1, maxItems: 20, items: TEXT };

  test.each<[operation: number, name: string, told: Json]>([
    [1, "lat", { in: "query", required: true, schema: { type: "number", minimum: -90, maximum: 90 } }],
    [1, "days", { in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 7 } }],
    [1, "sport", { required: false, schema: TEXT }],
    [1, "step_minutes", { schema: { type: "integer", enum: [15, 30, 60] } }],
    [2, "slots", { required: true, style: "form", explode: false, schema: TEXTS }],
  ])("has the bounds that are checked, in operation %i for %s", (operation, name, told) => {
    const parameters = operations[operation]?.["parameters"] as Json[];
    const found = parameters.find((parameter) => parameter["name"] === name);
    expect(found).toMatchObject(told);
    expect(found?.["schema"]).toEqual(told["schema"]);
  });

  const refusals = [400, 401, 403, 408, 414, 429, 431, 500, 503, 504];

  test("lists every status of each operation, and demands the body of a POST", () => {
    for (const { responses } of operations) {
      expect(Object.keys(responses as Json).map(Number)).toEqual([200, 304, ...refusals]);
    }
    for (const { responses, requestBody, parameters } of posts) {
      expect(Object.keys(responses as Json).map(Number)).toEqual([200, ...refusals, 413, 415].toSorted());
      expect(requestBody).toMatchObject({ required: true });
      expect(parameters).toEqual([]);
    }
  });

  const EXAMPLE = {
    description: expect.any(String),
    schema: { type: "string" },
    example: expect.any(String),
  };
  const REQUEST_ID = { "X-Request-Id": { description: expect.any(String), schema: { type: "string" } } };
  const MORE_HEADERS = new Map<number, Json>([
    [401, { "WWW-Authenticate": EXAMPLE }],
    [429, { "Retry-After": EXAMPLE }],
    [503, { "Retry-After": EXAMPLE }],
  ]);

  test.each(refusals)("describes a %i and shows every reason that it may have", (status) => {
    const reasons = Object.entries<FaultReasonRow>(FAULT_REASONS)
      .filter(([reason, row]) => statusOf(row) === status && reason !== "UNREADABLE_MESSAGE")
      .map(([reason]) => reason);
    for (const { responses } of [...operations, ...posts]) {
      const { $ref } = (responses as Record<number, Json>)[status] ?? {};
      const { description, headers, content } = at(String($ref));
      const examples = at("#/application~1problem+json/examples", content) as Record<string, { value: Json }>;
      expect(Object.keys(examples)).toEqual(reasons);
      expect(description).toMatch(/^[A-Z].*\.\n/);
      for (const reason of reasons) {
        expect(description).toContain(`\n- \`${reason}\`: `);
        expect(examples[reason]?.value).toMatchObject({
          status,
          reason,
          detail: expect.stringMatching(/\.$/),
        });
      }
      expect(headers).toEqual({ ...REQUEST_ID, ...MORE_HEADERS.get(status) });
    }
  });

  test("bounds the status of a problem to 400 to 599", () => {
    const told = { type: "integer", minimum: 400, maximum: 599 };
    expect(at("#/components/schemas/Problem/properties/status")).toMatchObject(told);
  });

  test("shows the parameter at fault, and how long to wait", () => {
    const { content } = at("#/components/responses/BadRequest");
    const problem = at("#/application~1problem+json/examples/INVALID_PARAMETER/value", content);
    expect(problem["violations"]).toMatchObject([{ field: "lat", reason: "INVALID_PARAMETER" }]);
    expect(at("#/components/responses/Unavailable/headers/Retry-After")).toMatchObject({ example: "5" });
  });

  test("has for every operation a tag with a description, and descriptions of its answers", () => {
    expect(tags.map(({ name }) => name)).toEqual(["Booking confidence", "Forecast", "Safe slots", "Sports"]);
    for (const { description } of tags) expect(description).toMatch(/^\w.*\.$/);
    for (const { responses, ...operation } of operations) {
      expect(tags.map(({ name }) => [name])).toContainEqual(operation["tags"]);
      expect(responses).toMatchObject({
        "200": { description: expect.stringMatching(/^The .*\.$/), headers: REQUEST_ID },
        "304": { description: expect.stringContaining("counts as one") },
      });
    }
  });

  test("bounds every whole number by a rule of the service, not by its type", () => {
    expect(JSON.stringify(document)).not.toMatch(/2147483647|4294967295/);
    expect(at("#/components/schemas/ForecastHour/properties/playability_score")).toMatchObject({
      type: "integer",
      minimum: 0,
      maximum: 100,
    });
  });

  test("speaks of words as JSON has them, not of the names in proto/", () => {
    expect(at("#/components/schemas/RiskLevel")).toMatchObject({
      enum: ["low", "medium", "high"],
      description: expect.stringMatching(/`not_recommended`\.\n- `low`: /),
    });
    expect(JSON.stringify(document)).not.toContain("prefix");
  });

  test("has the notes on a method where they belong", () => {
    const example = {
      query: { lat: 1.5, days: 2 },
      headers: { etag: '"x"', "weather-source": "made up" },
      answer: { hours: [] },
    };
    const notes = {
      example,
      parameters: {
        days: { default: 3 },
        duration_minutes: { example: 90 },
        sport: { choices: [{ value: "golf", summary: "golf; also disc_golf" }] },
      },
    };
    const review = { example: { body: { bookings: [] }, headers: {}, answer: {} }, parameters: {} };
    const methods = { GetForecast: notes, ReviewBookings: review };
    const options = { ...OPENAPI, headers: { "Weather-Source": "Whose." }, methods };
    const noted = JSON.parse(JSON.stringify(openApiDocument(methodPlans(SERVICES), options))) as Json;
    const { parameters, responses } = at("#/paths/~1v1~1forecast/get", noted) as {
      parameters: Json[];
      responses: Record<string, Json>;
    };
    expect(parameters.slice(0, 5)).toMatchObject([
      { name: "lat", example: 1.5 },
      { name: "lng" },
      { name: "days", example: 2, schema: { default: 3 } },
      { name: "sport", examples: { golf: { value: "golf", summary: "golf; also disc_golf" } } },
      // This example is only in the schema, because forms are filled in from `example`, and this parameter cannot be
      // combined with every other parameter.
      { name: "duration_minutes", schema: { examples: [90] } },
    ]);
    expect(parameters[1]).not.toHaveProperty("example");
    expect(parameters[4]).not.toHaveProperty("example");
    expect(responses["200"]).toMatchObject({
      headers: {
        ETag: { example: '"x"' },
        "Weather-Source": { description: "Whose.", example: "made up" },
        "X-Request-Id": { schema: { type: "string" } },
      },
      content: { "application/json": { example: { hours: [] } } },
    });
    const body = at("#/paths/~1v1~1bookings:review/post/requestBody", noted);
    expect(body).toMatchObject({ content: { "application/json": { example: { bookings: [] } } } });
  });

  test("is served to anyone, without a call", async () => {
    const door = await startDoor();
    const response = await door.get("/openapi.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(document);
    expect(door.calls).toEqual([]);
  });

  test("may be cached for an hour", async () => {
    const door = await startDoor();
    const { headers } = await door.get("/openapi.json");
    expect(headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test("is not sent again to a caller who has it", async () => {
    const door = await startDoor();
    const response = await door.get("/openapi.json");
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    const again = await door.get("/openapi.json", { headers });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, max-age=3600"]);
  });
});

describe("schemas", () => {
  test("without rules have only the bounds of their types", () => {
    const desc = madeUpMessage(
      { name: "count", type: Type.UINT32 },
      { name: "numbers", type: Type.DOUBLE, ...REPEATED },
      { name: "colour", type: Type.ENUM, typeName: ".made.up.Colour" },
    );
    const schemas = createSchemaBuilder(new Map());
    expect(schemas.message(desc)).toEqual({ $ref: "#/components/schemas/Thing" });
    expect(Object.fromEntries(schemas.named)).toEqual({
      Colour: { type: "string", enum: ["dark_red"] },
      Thing: {
        type: "object",
        properties: {
          count: { type: "integer", minimum: 0, maximum: 4294967295 },
          numbers: { type: "array", items: { type: "number" } },
          colour: { $ref: "#/components/schemas/Colour" },
        },
        required: ["count", "numbers", "colour"],
      },
    });
  });

  test("of two types with one name are refused", () => {
    const schemas = createSchemaBuilder(new Map());
    schemas.message(GetForecastResponseSchema);
    const other = { ...madeUpMessage(), name: "GetForecastResponse" };
    expect(() => schemas.message(other)).toThrow("would share one name");
  });
});
