// The examples of /openapi.json are answers that the service gives, on simulated weather at a fixed time.
// `npm test -- test/openapi/examples.test.ts -u` asks the calls of src/compose/api-examples.json again and writes it.
import { getOption } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { apiDescription } from "../../src/compose/api-description.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { METHODS } from "../doors/methods.ts";
import { keepRecord } from "../track-record/keep-record.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

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

/** Those of the connection, those that are made anew each time, and those of every answer. */
const LEFT_OUT = new Set(
  "connection content-length content-type date keep-alive vary x-request-id".split(" "),
);

let service: TestService;
let key: string;
let parametersOf: (name: string) => Operation["parameters"];

beforeAll(async () => {
  service = await startTestService();
  const caller = await service.createCaller({ plan: "starter", monthlyQuota: 25_000 });
  ({ key } = caller);
  await keepRecord(service.store.trackRecord, { place: "51.51,-0.13", accountId: caller.accountId });
  const response = await fetch(`http://127.0.0.1:${service.ports.http}/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  parametersOf = (name) =>
    operations.find(({ operationId }) => operationId === METHODS_BY_NAME.get(name)?.localName)?.parameters ??
    [];
  return service.stop;
});

async function ask(name: (typeof NAMES)[number], query: Query, body?: unknown) {
  const method = METHODS_BY_NAME.get(name);
  const path = method === undefined ? "" : String(getOption(method, http).pattern.value);
  const values = Object.entries(query).map(([parameter, value]) => [parameter, String(value)]);
  const search = body === undefined ? `?${String(new URLSearchParams(values))}` : "";
  const response = await fetch(`http://127.0.0.1:${service.ports.http}${path}${search}`, {
    headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { response, answer: (await response.json()) as Record<string, unknown> };
}

describe("the examples of /openapi.json", () => {
  it("are what the service answers, headers and all", async () => {
    const asked: Record<string, unknown> = {};
    for (const name of NAMES) {
      const { query, body } = exampleOf(name);
      const { response, answer } = await ask(name, query ?? {}, body);
      expect(response.status).toBe(200);
      const headers = Object.fromEntries([...response.headers].filter(([each]) => !LEFT_OUT.has(each)));
      asked[name] = { ...(body === undefined ? { query } : { body }), headers, answer };
    }
    await expect(`${JSON.stringify(asked, null, 2)}\n`).toMatchFileSnapshot(
      "../../src/compose/api-examples.json",
    );
  });

  it("have every header that is described, and no other", () => {
    const described = Object.keys(apiDescription(configFromEnvironment({}).brand).headers).map((each) =>
      each.toLowerCase(),
    );
    const shown = NAMES.flatMap((name) => Object.keys(methods[name].example.headers));
    expect([...new Set(shown)].toSorted()).toEqual(["etag", ...described].toSorted());
  });
});

describe("a parameter of /openapi.json", () => {
  it.each(NAMES)("of %s has an example or a default, unless it says yes or no", (name) => {
    const without = parametersOf(name).filter(
      ({ example, examples, schema }) =>
        schema.type !== "boolean" &&
        [example, examples, schema.examples, schema.default].every((each) => each === undefined),
    );
    expect(without.map((each) => each.name)).toEqual([]);
  });

  it.each(NAMES)("that is noted of %s is one of its own", (name) => {
    const known = parametersOf(name).map((each) => each.name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(methods[name].parameters)));
  });
});

describe("a default of /openapi.json", () => {
  const defaults = NAMES.flatMap((name) =>
    Object.entries<object>(methods[name].parameters).flatMap(([parameter, notes]) =>
      "default" in notes ? [{ name, parameter, value: notes.default }] : [],
    ),
  );

  it.each(defaults)("$name: $parameter=$value is the same as nothing", async ({ name, parameter, value }) => {
    const needed = new Set(parametersOf(name).flatMap((each) => (each.required ? [each.name] : [])));
    const query = Object.entries<unknown>(exampleOf(name).query ?? {}).filter(([each]) => needed.has(each));
    const without = await ask(name, Object.fromEntries(query));
    const sent = await ask(name, Object.fromEntries([...query, [parameter, value]]));
    expect(without.response.status).toBe(200);
    expect(sent.answer).toEqual(without.answer);
  });
});
