// The examples of /openapi.json are answers that the service gives, on simulated weather at a fixed time.
// `npm test -- test/openapi/examples.test.ts -u` repeats the calls of src/app/api-examples.json and rewrites it.
import { getOption } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { apiDescription } from "../../src/app/api-description.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { METHODS } from "../doors/methods.ts";
import { keepRecord } from "../track-record/keep-record.ts";
import { startTestService } from "../support/service/test-service.ts";

const METHODS_BY_NAME = new Map(Object.values(METHODS).map((method) => [method.name as string, method]));

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly example?: unknown;
    readonly examples?: unknown;
    readonly schema: { readonly type?: string; readonly default?: unknown; readonly examples?: unknown };
  }[];
}

type Query = Readonly<Record<string, unknown>>;

const { methods } = apiDescription(configFromEnvironment({}).brand);
const exampleOf = (name: (typeof NAMES)[number]): { readonly query?: Query; readonly body?: unknown } =>
  methods[name].example;
const NAMES = Object.keys(methods) as (keyof typeof methods)[];

/** Headers of the connection, headers that differ each time, and headers of every answer. */
const LEFT_OUT = new Set(
  "connection content-length content-type date keep-alive vary x-request-id".split(" "),
);

const service = await startTestService();
afterAll(service.stop);
const { key, accountId } = await service.createCaller({ plan: "starter", monthlyQuota: 25_000 });
await keepRecord(service.store, { place: "51.51,-0.13", accountId });
const { paths } = (await (await service.get("/openapi.json")).json()) as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

function parametersOf(name: string): Operation["parameters"] {
  const { localName } = METHODS_BY_NAME.get(name) ?? {};
  return operations.find(({ operationId }) => operationId === localName)?.parameters ?? [];
}

async function ask(name: (typeof NAMES)[number], query: Query, body?: unknown) {
  const method = METHODS_BY_NAME.get(name);
  const path = method === undefined ? "" : String(getOption(method, http).pattern.value);
  const values = Object.entries(query).map(([parameter, value]) => [parameter, String(value)]);
  const response =
    body === undefined
      ? await service.get(`${path}?${String(new URLSearchParams(values))}`, { key })
      : await fetch(`http://127.0.0.1:${service.ports.http}${path}`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}

describe("the examples of /openapi.json", () => {
  it("are the service's answers, with their headers", async () => {
    const asked: Record<string, unknown> = {};
    for (const name of NAMES) {
      const { query, body } = exampleOf(name);
      const { response, answer } = await ask(name, query ?? {}, body);
      expect(response.status).toBe(200);
      const headers = Object.fromEntries([...response.headers].filter(([each]) => !LEFT_OUT.has(each)));
      asked[name] = { ...(body === undefined ? { query } : { body }), headers, answer };
    }
    await expect(`${JSON.stringify(asked, null, 2)}\n`).toMatchFileSnapshot(
      "../../src/app/api-examples.json",
    );
  });

  it("have every described header and the ETag, and no others", () => {
    const described = Object.keys(apiDescription(configFromEnvironment({}).brand).headers).map((each) =>
      each.toLowerCase(),
    );
    const shown = NAMES.flatMap((name) => Object.keys(methods[name].example.headers));
    expect([...new Set(shown)].toSorted()).toEqual(["etag", ...described].toSorted());
  });
});

describe.each(NAMES)("%s", (name) => {
  const own = parametersOf(name);

  it("has notes about its parameters alone", () => {
    expect(own.map((each) => each.name)).toEqual(
      expect.arrayContaining(Object.keys(methods[name].parameters)),
    );
  });

  it("has an example or a default for each parameter that is no boolean", () => {
    const without = own.filter(
      ({ example, examples, schema }) =>
        schema.type !== "boolean" &&
        [example, examples, schema.examples, schema.default].every((each) => each === undefined),
    );
    expect(without.map((each) => each.name)).toEqual([]);
  });
});

describe("a default of /openapi.json", () => {
  const defaults = NAMES.flatMap((name) =>
    Object.entries<object>(methods[name].parameters).flatMap(([parameter, notes]) =>
      "default" in notes ? [{ name, parameter, value: notes.default }] : [],
    ),
  );

  it.each(defaults)("$name: $parameter=$value changes no answer", async ({ name, parameter, value }) => {
    const needed = new Set(parametersOf(name).flatMap((each) => (each.required ? [each.name] : [])));
    const query = Object.entries<unknown>(exampleOf(name).query ?? {}).filter(([each]) => needed.has(each));
    const without = await ask(name, Object.fromEntries(query));
    const sent = await ask(name, Object.fromEntries([...query, [parameter, value]]));
    expect(without.response.status).toBe(200);
    expect(sent.answer).toEqual(without.answer);
  });
});
