import { expect, it } from "vitest";
import { requestIdFrom } from "../../../src/doors/http/request-id.ts";

it("a request id is the caller's, if it is harmless in logs and headers", () => {
  expect(requestIdFrom("order-7.b_2")).toBe("order-7.b_2");
});

it.each([undefined, null, "", "a b", "ü", "x".repeat(129), ["a", "b"]])(
  "a request without an acceptable id (%j) gets a random UUID of version 4",
  (given) => {
    expect(requestIdFrom(given)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  },
);

it("no two requests get the same new id", () => {
  const ids = new Set(Array.from({ length: 2_000 }, () => requestIdFrom(undefined)));
  expect(ids.size).toBe(2_000);
});
