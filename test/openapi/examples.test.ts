// The examples of /openapi.json are answers that the service gives, on simulated weather at a fixed time.
// `npm test -- test/openapi/examples.test.ts -u` asks the calls of src/api-examples.json again and writes it.
import { getOption } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { apiDescription } from "../../src/api-description.ts";
import { METHODS } from "../doors/methods.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const METHODS_BY_NAME = new Map(Object.values(METHODS).map((method) => [method.name as string, method]));

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly example?: unknown;
    readonly examples?: unknown;
    readonly schema: { readonly type?: string; readonly default?: unknown; readonly examples?: unknown };
  }[];
}

type Query = Readonly<Record<string, unknown>>;

const { methods } = apiDescription();
const NAMES = Object.keys(methods) as (keyof typeof methods)[];

/** Those of the connection, those that are made anew each time, and those of every answer. */
const LEFT_OUT = new Set(
  "connection content-length content-type date keep-alive vary x-request-id".split(" "),
);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService();
  ({ key } = await service.createCaller({ plan: "starter", monthlyQuota: 25_000 }));
  return service.stop;
});

async function ask(name: (typeof NAMES)[number], query: Query) {
  const method = METHODS_BY_NAME.get(name);
  const path = method === undefined ? "" : String(getOption(method, http).pattern.value);
  const values = Object.entries(query).map(([parameter, value]) => [parameter, String(value)]);
  const search = String(new URLSearchParams(values));
  const response = await fetch(`http://127.0.0.1:${service.ports.http}${path}?${search}`, {
    headers: { "x-api-key": key },
  });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}

describe("the examples of /openapi.json", () => {
  it("are what the service answers, headers and all", async () => {
    const asked: Record<string, unknown> = {};
    for (const name of NAMES) {
      const { query } = methods[name].example;
      const { response, answer } = await ask(name, query);
      expect(response.status).toBe(200);
      const headers = Object.fromEntries([...response.headers].filter(([each]) => !LEFT_OUT.has(each)));
      asked[name] = { query, headers, answer };
    }
    await expect(`${JSON.stringify(asked, null, 2)}\n`).toMatchFileSnapshot("../../src/api-examples.json");
  });

  it("name no header that is not described", () => {
    const described = new Set([
      "etag",
      ...Object.keys(apiDescription().headers).map((each) => each.toLowerCase()),
    ]);
    for (const name of NAMES) {
      expect(Object.keys(methods[name].example.headers).filter((each) => !described.has(each))).toEqual([]);
    }
  });
});

describe("a parameter of /openapi.json", () => {
  it("has an example or a default, unless it says yes or no, and is known to its method", async () => {
    const response = await fetch(`http://127.0.0.1:${service.ports.http}/openapi.json`);
    const { paths } = (await response.json()) as { paths: Readonly<Record<string, { get: Operation }>> };
    const parameters = Object.values(paths).flatMap(({ get }) => get.parameters);
    const without = parameters.filter(
      ({ example, examples, schema }) =>
        schema.type !== "boolean" &&
        [example, examples, schema.examples, schema.default].every((each) => each === undefined),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    for (const name of NAMES) {
      const { input } = METHODS_BY_NAME.get(name) ?? {};
      const known = new Set(input?.fields.map((field) => field.name));
      expect(Object.keys(methods[name].parameters).filter((each) => !known.has(each))).toEqual([]);
    }
  });
});

describe("a default of /openapi.json", () => {
  const defaults = NAMES.flatMap((name) =>
    Object.entries<object>(methods[name].parameters).flatMap(([parameter, notes]) =>
      "default" in notes ? [{ name, parameter, value: notes.default }] : [],
    ),
  );

  it.each(defaults)("$name: $parameter=$value is the same as nothing", async ({ name, parameter, value }) => {
    const query = Object.entries<unknown>(methods[name].example.query).filter(([each]) => each !== parameter);
    const { answer: without } = await ask(name, Object.fromEntries(query));
    const { answer: sent } = await ask(name, Object.fromEntries([...query, [parameter, value]]));
    expect(sent).toEqual(without);
  });
});
