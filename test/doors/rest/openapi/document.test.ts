import { describe, expect, test } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { FAULT_REASONS, type FaultReasonRow } from "../../../../src/fault-reasons.ts";
import { createSchemaBuilder } from "../../../../src/doors/rest/openapi/json-schema.ts";
import { methodPlans } from "../../../../src/doors/rest/method-plan.ts";
import { statusOf } from "../../../../src/problem-members.ts";
import { openApiDocument } from "../../../../src/doors/rest/openapi/document.ts";
import { OPENAPI, SERVICES, startDoor } from "../door.ts";
import { REPEATED, Type, madeUpMessage, madeUpService } from "../made-up-proto.ts";

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
  test("has the parts that OpenAPI 3.1 requires, and what it was given", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: OPENAPI.info, servers: OPENAPI.servers });
    expect(Object.keys(document["paths"] as Json)).toEqual([
      "/v1/booking-confidence",
      "/v1/bookings:review",
      "/v1/forecast",
      "/v1/safe-slots",
      "/v1/sports",
    ]);
    expect(document["security"]).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(at("#/components/securitySchemes/apiKey")).toEqual({
      type: "apiKey",
      in: "header",
      name: "X-API-Key",
    });
  });

  test("has no reference that leads nowhere, and no schema that nothing refers to", () => {
    const references = [...objects(document)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) expect(at(reference)).toBeTypeOf("object");
    const { schemas, responses } = document["components"] as Record<"schemas" | "responses", Json>;
    for (const name of Object.keys(schemas)) expect(references).toContain(`#/components/schemas/${name}`);
    for (const name of Object.keys(responses)) expect(references).toContain(`#/components/responses/${name}`);
  });

  test("gives every operation an id of its own, a summary, a description and a tag", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(["getBookingConfidence", "getForecast", "rankSafeSlots", "listSports"]);
    const names = tags.map(({ name }) => name);
    for (const { summary, description, tags: own } of operations) {
      expect(summary).toMatch(/^\w.*[^.:]$/);
      expect(description).toMatch(/Counts as one request|does not count as a request/);
      expect(names).toEqual(expect.arrayContaining(own as string[]));
    }
    expect(operations[0]).toMatchObject({
      summary: "The verdict for one slot",
      description: expect.stringMatching(/^Call it when/),
    });
    expect(names).toEqual(["Booking confidence", "Forecast", "Safe slots", "Sports"]);
  });

  test("describes every parameter, field, message and enum", () => {
    for (const parameter of operations.flatMap(({ parameters }) => parameters as Json[])) {
      expect(parameter).toMatchObject({ in: "query", description: expect.stringMatching(/\.$/) });
    }
    for (const schema of Object.values(at("#/components/schemas"))) {
      expect(schema).toMatchObject({ description: expect.stringMatching(/\.$/) });
      const properties = Object.values(((schema as Json)["properties"] ?? {}) as Json);
      for (const property of properties) {
        expect(property).toMatchObject({ description: expect.stringMatching(/\.$/) });
      }
    }
  });

  const SHIFT = { schema: { type: "number", minimum: -10, maximum: 10 } };

  test.each<[operation: number, name: string, told: Json]>([
    [1, "lat", { in: "query", required: true, schema: { type: "number", minimum: -90, maximum: 90 } }],
    [1, "days", { in: "query", required: false, schema: { type: "integer", minimum: 1, maximum: 7 } }],
    [1, "sport", { required: false, schema: { type: "string", minLength: 1, maxLength: 64 } }],
    [1, "step_minutes", { schema: { type: "integer", enum: [15, 30, 60] } }],
    [0, "start_time", { required: true, schema: { type: "string", format: "date-time" } }],
    [0, "explain", { schema: { type: "boolean" } }],
    [0, "temp_shift_c", SHIFT],
    [2, "temp_shift_c", SHIFT],
    [
      2,
      "slots",
      {
        required: true,
        style: "form",
        explode: false,
        schema: {
          type: "array",
          minItems: 1,
          maxItems: 20,
          items: { type: "string", minLength: 1, maxLength: 64 },
        },
      },
    ],
  ])("tells the bounds that are checked: of operation %i, %s", (operation, name, told) => {
    const parameters = operations[operation]?.["parameters"] as Json[];
    const found = parameters.find((parameter) => parameter["name"] === name);
    expect(found).toMatchObject(told);
    expect(found?.["schema"]).toEqual(told["schema"]);
  });

  test("lists every status of each operation, a refusal by its name", () => {
    const refusals = ["400", "401", "403", "408", "414", "429", "431", "500", "503", "504"];
    const ofBodies = [...refusals, "413", "415"].toSorted();
    for (const { responses, requestBody } of [...operations, ...posts]) {
      expect(Object.keys(responses as Json)).toEqual(
        requestBody === undefined ? ["200", "304", ...refusals] : ["200", ...ofBodies],
      );
      for (const status of refusals) {
        const { $ref } = (responses as Record<string, Json>)[status] ?? {};
        const examples = Object.values(at(`${String($ref)}/content/application~1problem+json/examples`));
        expect(examples.length).toBeGreaterThan(0);
        for (const { value } of examples as Json[]) expect(value).toMatchObject({ status: Number(status) });
      }
    }
  });

  test("has the body of a POST, with what has to be in it, and nothing that may not be", () => {
    expect(at("#/paths/~1v1~1bookings:review/post")).toMatchObject({
      operationId: "reviewBookings",
      parameters: [],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              properties: {
                bookings: { maxItems: 20, minItems: 1, items: { $ref: "#/components/schemas/Booking" } },
              },
              required: ["bookings"],
              additionalProperties: false,
            },
          },
        },
      },
    });
    expect(at("#/components/schemas/Booking")).toMatchObject({
      required: ["ref"],
      additionalProperties: false,
      properties: { told: { $ref: "#/components/schemas/Told" }, start_time: { format: "date-time" } },
    });
  });

  test("bounds every whole number by a rule of ours, not by its type", () => {
    expect(JSON.stringify(document)).not.toMatch(/2147483647|4294967295/);
    expect(at("#/components/schemas/ForecastHour/properties/playability_score")).toMatchObject({
      type: "integer",
      minimum: 0,
      maximum: 100,
    });
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
    const options = { ...OPENAPI, headers: { "Weather-Source": "Whose." }, methods: { GetForecast: notes } };
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
      // Not where a form is filled in from: it may not be sent with whatever else there is.
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
  });

  test("is served to anyone, may be kept for an hour, and is not sent again to who has it", async () => {
    const door = await startDoor();
    const response = await door.get("/openapi.json");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(await response.json()).toEqual(document);
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    const again = await door.get("/openapi.json", { headers });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, max-age=3600"]);
    expect(door.calls).toEqual([]);
  });

  test("can be made without comments", () => {
    const plans = methodPlans([madeUpService({ pattern: { case: "get", value: "/v1/thing" } })]);
    const bare = openApiDocument(plans, { ...OPENAPI, descriptorSet: new Uint8Array() });
    expect(at("#/paths/~1v1~1thing/get", bare)).toMatchObject({
      summary: "",
      description: "",
      parameters: [],
    });
  });
});

describe("schemas", () => {
  test("without rules have the bounds of their types only", () => {
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

const responses = at("#/components/responses") as Record<string, Json>;
const examplesOf = (response: Json | undefined) =>
  at("#/content/application~1problem+json/examples", response) as Record<string, { value: Json }>;

const EXAMPLE = { description: expect.any(String), schema: { type: "string" }, example: expect.any(String) };
const REQUEST_ID = { "X-Request-Id": { description: expect.any(String), schema: { type: "string" } } };

test.each(["Booking confidence", "Forecast", "Safe slots"])(
  "an answer of %s is found under its tag, carries the call's id, and may be 304",
  (name) => {
    expect(tags.find((tag) => tag.name === name)?.description).toMatch(/^Tells .*\.$/);
    const operation = operations.find(({ tags }) => (tags as string[]).includes(name));
    expect(operation?.["responses"]).toMatchObject({
      "200": { description: expect.stringMatching(/^The .*\.$/) },
      "304": { description: expect.stringContaining("counts where one does") },
    });
    expect(at("#/responses/200/headers", operation)).toEqual(REQUEST_ID);
  },
);

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
    const response = responses[name];
    const examples = examplesOf(response);
    const reasons = Object.entries<FaultReasonRow>(FAULT_REASONS)
      .filter(([reason, row]) => statusOf(row) === status && reason !== "UNREADABLE_MESSAGE")
      .map(([reason]) => reason);
    expect(Object.keys(examples)).toEqual(reasons);
    expect(response?.["description"]).toMatch(/^[A-Z].*\.\n/);
    for (const reason of reasons) {
      expect(response?.["description"]).toContain(`\n- \`${reason}\`: `);
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
    expect(response?.["headers"]).toEqual({ ...REQUEST_ID, ...headers });
  });

  test("shows the parameter at fault, and how long to wait", () => {
    const { INVALID_PARAMETER } = examplesOf(responses["BadRequest"]);
    expect(INVALID_PARAMETER?.value["violations"]).toEqual([
      { field: "lat", description: "must be a decimal number such as 51.5.", reason: "INVALID_PARAMETER" },
    ]);
    expect(at("#/headers/Retry-After", responses["Unavailable"])).toMatchObject({ example: "5" });
  });

  test("is a problem with the members that every problem has", () => {
    const described = { description: expect.any(String) };
    const text = { type: "string", ...described };
    const violation = {
      type: "object",
      properties: { field: text, description: text, reason: text },
      required: ["field", "description", "reason"],
    };
    expect(at("#/components/schemas/Problem")).toEqual({
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
