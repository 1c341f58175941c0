import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { compactJson, curlCommand } from "../../../../src/modules/pages/reference/examples.ts";

it("a command gives curl the body as it is, with apostrophes too", () => {
  const body = { name: "St. Mary's", list: ["$KEY", "`"] };
  const command = curlCommand({ method: "post", path: "/v1/things", body });
  const stub = 'curl() { for each in "$@"; do printf "%s\\0" "$each"; done; }';
  const seen = execFileSync("sh", ["-c", `${stub}\n${command}`], { encoding: "utf8", env: { KEY: "wsk_1" } });
  const [, key, , type, , json = "", url] = seen.split("\0");
  expect([key, type, url]).toEqual([
    "X-API-Key: wsk_1",
    "Content-Type: application/json",
    "https://HOST/v1/things",
  ]);
  expect(JSON.parse(json)).toEqual(body);
});

it("the name of a list does not shorten the lines in it", () => {
  const item = { ref: "x".repeat(20) };
  expect(compactJson({ bookings: [item, item] }, 40)).toBe(`{
  "bookings": [
    { "ref": "xxxxxxxxxxxxxxxxxxxx" },
    { "ref": "xxxxxxxxxxxxxxxxxxxx" }
  ]
}`);
});

it("JSON stays what it is, and no line is longer than asked that could be shorter", () => {
  const value = {
    a: [
      { b: 1, c: null },
      { d: "x".repeat(30), e: [true, 0.5] },
    ],
    f: {},
    g: [],
  };
  const text = compactJson(value, 40);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(`{
  "a": [
    { "b": 1, "c": null },
    {
      "d": "${"x".repeat(30)}",
      "e": [true, 0.5]
    }
  ],
  "f": {},
  "g": []
}`);
});
