import { describe, expect, test } from "vitest";
import { methodPlans } from "../../../src/doors/rest/method-plan.ts";
import { madeUpService } from "./made-up-proto.ts";

const get = { case: "get", value: "/v1/thing" } as const;

describe("google.api.http", () => {
  test("leaves out methods that have none", () => {
    expect(methodPlans([madeUpService(undefined)])).toEqual([]);
  });

  test.each([
    ["another method", { pattern: { case: "post", value: "/v1/thing" } as const }, "only get is supported"],
    ["no method", {}, "only get is supported"],
    ["a variable", { pattern: { case: "get", value: "/v1/{thing}" } as const }, "not a fixed path"],
    ["a wildcard", { pattern: { case: "get", value: "/v1/*" } as const }, "not a fixed path"],
    ["a relative path", { pattern: { case: "get", value: "v1/thing" } as const }, "not a fixed path"],
    ["a body", { pattern: get, body: "*" }, "a GET has no body"],
    ["a part of an answer", { pattern: get, responseBody: "thing" }, "response_body"],
    ["further bindings", { pattern: get, additionalBindings: [{ pattern: get }] }, "additional_bindings"],
  ])("refuses %s at start-up", (_name, rule, sentence) => {
    expect(() => methodPlans([madeUpService(rule)])).toThrow(sentence);
  });

  test("refuses a stream at start-up", () => {
    expect(() => methodPlans([madeUpService({ pattern: get }, { serverStreaming: true })])).toThrow(
      "only unary methods can be served as JSON",
    );
  });
});
