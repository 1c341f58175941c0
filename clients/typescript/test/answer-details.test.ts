import { describe, expect, it } from "vitest";
import { answerDetails } from "../src/answer-details.ts";

const quotaOf = (policy: string, state: string) =>
  answerDetails("forecast", {
    answer: {},
    headers: new Headers({ "ratelimit-policy": policy, ratelimit: state }),
  }).quota;

describe("the quota of an answer", () => {
  it.each([
    ['"month";q=500;w=2592000', '"month";r=493;t=86400'],
    ['"month"; q=500; w=2592000', ' "month"; t=86400; r=493'],
  ])("is read from RateLimit-Policy %s and RateLimit %s", (policy, state) => {
    const read = { per: "month", limit: 500, left: 493, resetsInSeconds: 86_400 };
    expect(quotaOf(policy, state)).toEqual(read);
  });

  it.each([
    ["", ""],
    ['"month";q=500', '"month";r=493'],
    ['"month";q=5e2', '"month";r=493;t=86400'],
    ["500", '"month";r=493;t=86400'],
    ['"month";q=500', '"year";r=493;t=86400'],
  ])("is unknown with RateLimit-Policy %j and RateLimit %j", (policy, state) => {
    expect(quotaOf(policy, state)).toBeUndefined();
  });
});
