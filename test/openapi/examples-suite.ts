// The examples of /openapi.json are answers that the service gives, on simulated weather at a fixed time. With `-u` a test
// repeats the calls of its file of examples and rewrites the file.
import { getOption } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import type { OpenApiOptions } from "../../src/doors/rest/openapi/document.ts";
import { METHODS } from "../doors/methods.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
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

/** Headers of the connection, headers that differ each time, and headers of every answer. */
const LEFT_OUT = new Set(
  "connection content-length content-type date keep-alive vary x-request-id".split(" "),
);

/** Describes the examples of methods, which are in a file of this repository, for an account of the Starter plan. */
export async function describeExamples({
  methods,
  file,
  prepare = async () => undefined,
}: {
  readonly methods: OpenApiOptions["methods"];
  readonly file: string;
  /** Stores what the answers are about. */
  readonly prepare?: (service: TestService, accountId: string) => Promise<void>;
}): Promise<void> {
  const names = Object.keys(methods);
  const exampleOf = (name: string) => methods[name]?.example;
  const service = await startTestService();
  beforeAll(() => service.stop);
  const { key, accountId } = await service.createCaller({ plan: "starter", monthlyQuota: 25_000 });
  await prepare(service, accountId);
  const { paths } = (await (await service.get("/openapi.json")).json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const operations = Object.values(paths).flatMap((each) => Object.values(each));

  function parametersOf(name: string): Operation["parameters"] {
    const { localName } = METHODS_BY_NAME.get(name) ?? {};
    return operations.find(({ operationId }) => operationId === localName)?.parameters ?? [];
  }

  async function ask(name: string, query: Query, body?: unknown) {
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

  it("the examples of /openapi.json are the service's answers, with their headers", async () => {
    const asked: Record<string, unknown> = {};
    for (const name of names) {
      const { query, body } = exampleOf(name) ?? {};
      const { response, answer } = await ask(name, query ?? {}, body);
      expect(response.status).toBe(200);
      const headers = Object.fromEntries([...response.headers].filter(([each]) => !LEFT_OUT.has(each)));
      asked[name] = { ...(body === undefined ? { query } : { body }), headers, answer };
    }
    await expect(`${JSON.stringify(asked, null, 2)}\n`).toMatchFileSnapshot(ROOT + file);
  });

  it.each(names)(
    "the notes of %s are about its parameters, and each parameter has an example or a default, or is a boolean",
    (name) => {
      const own = parametersOf(name);
      expect(own.map((each) => each.name)).toEqual(
        expect.arrayContaining(Object.keys(methods[name]?.parameters ?? {})),
      );
      const without = own.filter(
        ({ example, examples, schema }) =>
          schema.type !== "boolean" &&
          [example, examples, schema.examples, schema.default].every((each) => each === undefined),
      );
      expect(without.map((each) => each.name)).toEqual([]);
    },
  );

  describe("a default of /openapi.json", () => {
    const defaults = names.flatMap((name) =>
      Object.entries<object>(methods[name]?.parameters ?? {}).flatMap(([parameter, notes]) =>
        "default" in notes ? [{ name, parameter, value: notes.default }] : [],
      ),
    );

    it.each(defaults)("$name: $parameter=$value changes no answer", async ({ name, parameter, value }) => {
      const needed = new Set(parametersOf(name).flatMap((each) => (each.required ? [each.name] : [])));
      const query = Object.entries<unknown>(exampleOf(name)?.query ?? {}).filter(([each]) =>
        needed.has(each),
      );
      const without = await ask(name, Object.fromEntries(query));
      const sent = await ask(name, Object.fromEntries([...query, [parameter, value]]));
      expect(without.response.status).toBe(200);
      expect(sent.answer).toEqual(without.answer);
    });
  });
}
