import { describe, expect, test } from "vitest";
import { methodPlans } from "../../../src/doors/rest/method-plan.ts";
import { madeUpService } from "./made-up-proto.ts";

const at = (method: "get" | "post" | "put", value: string) => ({ pattern: { case: method, value } });
const { pattern: get } = at("get", "/v1/thing");

describe("google.api.http", () => {
  test("leaves out methods that have none", () => {
    expect(methodPlans([madeUpService(undefined)])).toEqual([]);
  });

  test.each([
    ["another method", at("put", "/v1/thing"), "only get, post, patch and"],
    ["no method", {}, "only get, post, patch and delete are supported"],
    ["an unknown field", at("get", "/v1/{thing}"), "no string thing"],
    ["part of a segment", at("get", "/v1/a{thing}"), "not a path"],
    ["a verb amid a path", at("get", "/v1:do/thing"), "not a path"],
    ["a wildcard", at("get", "/v1/*"), "not a path"],
    ["a relative path", at("get", "v1/thing"), "not a path"],
    ["a body of a GET", { pattern: get, body: "*" }, "a GET has no body"],
    ["a POST without a body", at("post", "/v1/thing"), 'a POST needs body: "*"'],
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
