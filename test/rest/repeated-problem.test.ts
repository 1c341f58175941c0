import { Code } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { fault } from "../../src/fault.ts";
import { problemFromConnectError } from "../../src/rest/problem.ts";
import { createRepeatedProblem } from "../../src/rest/repeated-problem.ts";

describe("a repeated problem", () => {
  it("is to the byte what the error's own would be, with each request's id", () => {
    const repeatedProblem = createRepeatedProblem();
    const errors = [1, 2].map((retryAfterSeconds) =>
      fault({ code: Code.Unavailable, sentence: "Try again.", reason: "OVERLOADED", retryAfterSeconds }),
    );
    for (const id of ["a", "b-1", "a"]) {
      for (const error of errors) {
        const { status, headers, body } = problemFromConnectError(error, id);
        expect(repeatedProblem(error, id)).toEqual({ status, headers, body });
      }
    }
  });
});
