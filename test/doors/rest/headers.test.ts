import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { etagOf, isNamed, prefersHtml } from "../../../src/doors/rest/headers.ts";
import { startDoor } from "./door.ts";

const forecast = create(GetForecastResponseSchema, { location: { lat: 51.5, lng: -0.1278 } });

describe("a tag", () => {
  const etag = etagOf('{"a":1}');

  test("depends only on the bytes", () => {
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    expect(etagOf('{"a":1}')).toBe(etag);
    expect(etagOf('{"a":2}')).not.toBe(etag);
  });

  test.each([
    ["itself", etag, true],
    ["itself, made strong by a client", etag.slice("W/".length), true],
    ["a list with it", `"x", W/"y,z" ,${etag}`, true],
    ["any", " * ", true],
    ["another", '"x"', false],
    ["itself without quotes", etag.slice('W/"'.length, -1), false],
    ["a longer one that ends alike", `W/"x${etag.slice('W/"'.length)}`, false],
    ["a star in quotes, which is no tag", '"*"', false],
    ["nothing", "", false],
    ["no header", undefined, false],
  ])("is named by %s: %s", (_name, ifNoneMatch, expected) => {
    expect(isNamed(etag, ifNoneMatch)).toBe(expected);
  });

  test.each([
    ["itself", '"a"', true],
    ["itself, made weak by a proxy", 'W/"a"', true],
    ["a longer one that ends alike", '"xa"', false],
  ])("that is strong is named by %s: %s", (_name, ifNoneMatch, expected) => {
    expect(isNamed('"a"', ifNoneMatch)).toBe(expected);
  });
});

describe("an answer whose tag the caller names", () => {
  const responseHeaders = { ratelimit: '"month";r=493;t=86400', "cache-control": "private, max-age=60" };

  test.each(["GET", "HEAD"])(
    "to %s is 304 without a body, with the headers of a 200, and makes one call",
    async (method) => {
      const door = await startDoor({ respond: () => forecast, responseHeaders });
      const first = await door.get("/v1/forecast?lat=1&lng=2");
      const etag = first.headers.get("etag") ?? "";
      const again = await door.get("/v1/forecast?lat=1&lng=2", {
        method,
        headers: { "if-none-match": etag },
      });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      for (const name of ["content-length", "content-type"]) {
        expect(again.headers.get(name), name).toBe(method === "HEAD" ? first.headers.get(name) : null);
      }
      for (const name of ["etag", "cache-control", "ratelimit", "vary"]) {
        expect(again.headers.get(name), name).toBe(first.headers.get(name));
      }
      expect(again.headers.has("x-request-id")).toBe(true);
      expect(door.calls).toHaveLength(2);
    },
  );

  test("is a refusal all the same when the call is refused", async () => {
    const door = await startDoor();
    const response = await door.get("/v1/forecast?day=1", { headers: { "if-none-match": "*" } });
    expect(response.status).toBe(400);
    expect(response.headers.has("etag")).toBe(false);
  });
});

test("the OpenAPI document is in memory once, however often it is sent", async () => {
  const sent: unknown[] = [];
  const door = await startDoor({
    extend: (app) =>
      void app.addHook("onSend", (_request, _reply, payload, done) => {
        sent.push(payload);
        done();
      }),
  });
  const bodies = [await door.get("/openapi.json"), await door.get("/openapi.json")];
  for (const body of bodies) expect(await body.json()).toMatchObject({ openapi: "3.1.0" });
  expect(sent[0]).toBeInstanceOf(Uint8Array);
  expect(sent[1]).toBe(sent[0]);
});

describe("prefersHtml", () => {
  test.each([
    ["Chromium", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
    ["HTML alone", "text/html", true],
    ["HTML in capitals, with a parameter", "TEXT/HTML; charset=utf-8; Q=0.5", true],
    ["HTML before JSON", "text/html, application/json;q=0.9", true],
    ["curl, fetch", "*/*", false],
    ["nothing", undefined, false],
    ["a problem before HTML", "application/problem+json, text/html;q=0.9", false],
    ["HTML and anything alike", "text/html, */*", false],
    ["HTML refused", "text/html;q=0", false],
    ["a weight that is no number", "text/html;q=high", false],
    ["a weight that only JavaScript reads", "text/html;q=0x1", false],
    ["a weight above 1", "text/html;q=9, application/json", false],
    ["a weight with an exponent", "text/html, application/json;q=1e9", true],
    ["a weight of three digits", "text/html;q=0.501, application/json;q=0.5", true],
    ["any text", "text/*", false],
  ])("%s", (_who, accept, isPreferred) => {
    expect(prefersHtml(accept)).toBe(isPreferred);
  });
});
