// Methods with bodies, variables and verbs, at a real door.
import { request } from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { compileBodyParser } from "../../../src/doors/rest/body.ts";
import { startDoor, useDoor } from "./door.ts";
import { madeUpMessage, madeUpService, REPEATED, Type } from "./made-up-proto.ts";

const FIELDS = [
  { name: "account", jsonName: "account", type: Type.STRING },
  { name: "ratio", jsonName: "ratio", type: Type.DOUBLE },
  { name: "count", jsonName: "count", type: Type.INT32 },
  { name: "is_new", jsonName: "isNew", type: Type.BOOL },
  { name: "colour", jsonName: "colour", type: Type.ENUM, typeName: ".made.up.Colour" },
  { name: "at_time", jsonName: "atTime", type: Type.MESSAGE, typeName: ".google.protobuf.Timestamp" },
  { name: "labels", jsonName: "labels", type: Type.STRING, ...REPEATED },
  { name: "part", jsonName: "part", type: Type.MESSAGE, typeName: ".made.up.Part" },
  { name: "parts", jsonName: "parts", type: Type.MESSAGE, typeName: ".made.up.Part", ...REPEATED },
];

const THINGS = "/v1/things";
const SERVICES = [
  { pattern: { case: "post", value: `${THINGS}:make` }, body: "*" },
  { pattern: { case: "get", value: `${THINGS}/{account}` } },
  { pattern: { case: "patch", value: `${THINGS}/{account}` }, body: "*" },
  { pattern: { case: "delete", value: `${THINGS}/{account}` } },
  { pattern: { case: "post", value: `${THINGS}/{account}:suspend` }, body: "*" },
  { pattern: { case: "post", value: `${THINGS}/{account}:resume` }, body: "*" },
  { pattern: { case: "post", value: `${THINGS}/{account}/keys` }, body: "*" },
].map((rule) =>
  // A query cannot hold messages.
  madeUpService(
    rule as Parameters<typeof madeUpService>[0],
    {},
    rule.body === "*" ? FIELDS : FIELDS.slice(0, 3),
  ),
);

const door = await useDoor({ services: SERVICES });

const JSON_TYPE = { "content-type": "application/json" };

async function ask(path: string, init: RequestInit = {}, at = door) {
  const response = await at.get(path, { method: "POST", ...init });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

const parse = compileBodyParser(madeUpMessage(...FIELDS));

function fieldsOf(message: Message) {
  const { $typeName: _name, $unknown: _unknown, ...fields } = message;
  return fields as Record<string, unknown>;
}

describe("a body is read", () => {
  test.each(["2026-11-21T14:00Z", "2026-11-21T16:00:00+02:00", "2026-11-21t14:00:00z"])(
    "with the times that a query may have, such as %s",
    (time) => {
      const { message, violations } = parse(JSON.stringify({ at_time: time }));
      expect(violations).toEqual([]);
      expect(fieldsOf(message)).toMatchObject({ atTime: { seconds: 1_795_269_600n } });
    },
  );

  test("in the form that answers have: proto names, lower-case words, times in UTC, messages within messages", () => {
    const { message, violations, unreadable } = parse(
      `{"account": "é\\u00e9", "ratio": 1e-7, "count": -3, "is_new": true, "colour": "dark_red",
        "at_time": "2026-11-21T14:00:00.5Z", "labels": ["a,b", ""], "part": {"size": 1}, "parts": [{"long_name": "x"}, {}]}`,
    );
    expect({ violations, unreadable }).toEqual({ violations: [], unreadable: undefined });
    expect(fieldsOf(message)).toMatchObject({
      account: "éé",
      ratio: 1e-7,
      count: -3,
      isNew: true,
      colour: 1,
      atTime: { seconds: 1_795_269_600n, nanos: 500_000_000 },
      labels: ["a,b", ""],
      part: { size: 1, longName: "" },
      parts: [
        { size: 0, longName: "x" },
        { size: 0, longName: "" },
      ],
    });
  });
});

describe("what is wrong with a body is reported with the field's path", () => {
  test.each([
    ["the camelCase of protobuf's JSON", { isNew: true }, "isNew: is unknown; did you mean is_new?"],
    [
      "an unknown field within a list",
      { parts: [{}, { syze: 1 }] },
      "parts[1].syze: is unknown; did you mean size?",
    ],
    [
      "the name of a property that every JavaScript object has",
      { part: { constructor: 1 } },
      "part.constructor: is unknown. The fields are size, long_name.",
    ],
    ["null", { part: null }, "part: must not be null: leave it out."],
    ["a field twice", '{"account": "a", "account": "a"}', "account: is given twice: give it once."],
    [
      "a field twice within a list, once with an escaped letter",
      '{"labels": ["size\\":", "b"], "parts": [{}, {"size": 1, "long_name": "{", "\\u0073ize" : 2}]}',
      "parts[1].size: is given twice: give it once.",
    ],
    ["null in a list", { labels: [null] }, "labels[0]: must not be null."],
    ["a number as a string", { ratio: "1.5" }, "ratio: must be a number such as 51.5."],
    ["a number that no double holds", '{"ratio": 1e999}', "ratio: is too large."],
    ["a fraction of an integer", { count: 1.5 }, "count: must be a whole number such as 60."],
    ["an integer out of range", { count: 2 ** 31 }, "count: must be from -2147483648 to 2147483647."],
    ["a boolean as a string", { is_new: "true" }, "is_new: must be true or false."],
    ["a number for a string", { account: 5 }, "account: must be a string."],
    [
      "half a character",
      { account: "\ud800" },
      "account: contains half a surrogate pair, which is not a character.",
    ],
    ["an enum value by its number", { colour: 1 }, "colour: must be one of dark_red."],
    ["a number for a time", { at_time: 1_795_269_600 }, "at_time: must be a time such as"],
    [
      "a time without an offset",
      { at_time: "2026-11-21T14:00" },
      "at_time: is ambiguous without a UTC offset",
    ],
    ["a day that does not exist", { at_time: "2026-02-30T14:00:00Z" }, "at_time: is on a date that does not"],
    ["one value for a list", { labels: "a" }, "labels: must be a list: […]."],
    ["a list for a message", { part: [] }, "part: must be an object: {…}."],
  ])("%s", (_name, body, sentence) => {
    const { violations } = parse(typeof body === "string" ? body : JSON.stringify(body));
    expect(violations.map(({ field, description }) => `${field}: ${description}`)).toEqual([
      expect.stringContaining(sentence),
    ]);
  });

  test("but at most twenty times", () => {
    expect(parse(JSON.stringify({ labels: Array(1000).fill(1) })).violations).toHaveLength(20);
  });

  test("with the repeated names that a message may have, and not with those that are deeper", () => {
    const nested = `${'{"a":'.repeat(10_000)}{"b": 1, "b": 1}${"}".repeat(10_000)}`;
    const { violations } = parse(`{"part": {"size": 1, "size": 2, "c": ${nested}}}`);
    expect(violations.map(({ field }) => field)).toEqual(["part.size", "part.c"]);
  });

  test.each([
    ["no JSON", '{"account": "secret",\n oops}', "body is not valid JSON (line 2 column 2)."],
    ["JSON that ends early", '{"account"', "body is not valid JSON"],
    ["a list", "[]", "body must be a JSON object: {…}."],
    ["null", "null", "body must be a JSON object: {…}."],
  ])("or for the body as a whole: %s", (_name, text, sentence) => {
    const { unreadable } = parse(text);
    expect(unreadable?.rawMessage).toContain(sentence);
    expect(unreadable?.rawMessage).not.toContain("secret");
  });
});

describe("a method with a body", () => {
  test("is a POST whose answer is not cached and has no ETag", async () => {
    const init = { headers: { ...JSON_TYPE, "if-none-match": "*" }, body: '{"count": 3}' };
    const { status, headers } = await ask(`${THINGS}:make`, init);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    });
    expect(headers.has("etag")).toBe(false);
    expect(door.calls[0]?.request.message).toMatchObject({ count: 3 });
  });

  test.each(["application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"'])(
    "takes %s",
    async (type) => {
      const init = { headers: { "content-type": type }, body: "{}" };
      expect((await ask(`${THINGS}:make`, init)).status).toBe(200);
    },
  );

  test.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "application/json, in UTF-8"],
    ["text", { "content-type": "text/plain" }, "application/json, in UTF-8"],
    ["no type", {}, "send it as application/json"],
    ["another charset", { "content-type": "application/json; charset=latin1" }, "application/json, in UTF-8"],
    ["compression", { ...JSON_TYPE, "content-encoding": "gzip" }, "without Content-Encoding"],
  ])("refuses %s as 415", async (_name, headers, sentence) => {
    // For a Blob, fetch sends no Content-Type of its own.
    expect(await ask(`${THINGS}:make`, { headers, body: new Blob(["{}"]) })).toMatchObject({
      status: 415,
      body: { reason: "UNSUPPORTED_MEDIA_TYPE", detail: expect.stringContaining(sentence) },
    });
  });

  test("refuses bytes that are no UTF-8", async () => {
    const init = { headers: JSON_TYPE, body: Buffer.from([0x7b, 0xff, 0x7d]) };
    expect(await ask(`${THINGS}:make`, init)).toMatchObject({
      status: 400,
      body: { reason: "INVALID_PARAMETER", detail: "body is not valid UTF-8." },
    });
  });

  test("takes 64 kB and refuses more as 413, also without a Content-Length", async () => {
    const ofLength = (length: number) => `{"account": "${"x".repeat(length - 15)}"}`;
    const post = (length: number) => ask(`${THINGS}:make`, { headers: JSON_TYPE, body: ofLength(length) });
    expect(await post(65_536)).toMatchObject({ status: 200 });
    expect(await post(65_537)).toMatchObject({ status: 413, body: { reason: "BODY_TOO_LARGE" } });
    expect(await postInChunks(door.url, ofLength(65_537))).toMatchObject({
      status: 413,
      body: expect.stringContaining("BODY_TOO_LARGE"),
    });
  });

  test("has no parameters in its query", async () => {
    const init = { headers: JSON_TYPE, body: '{"cownt": 1}' };
    expect(await ask(`${THINGS}:make?count=3&utm_source=x`, init)).toMatchObject({
      status: 400,
      body: {
        violations: [
          { field: "count", description: "is unknown: there are no parameters here." },
          { field: "cownt", description: "is unknown; did you mean count?" },
        ],
      },
    });
  });

  test("does not read what a stranger sends", async () => {
    const refuse = () => {
      throw new ConnectError("Who are you?", Code.Unauthenticated);
    };
    const guarded = await startDoor({ services: SERVICES, authenticate: refuse });
    const init = { headers: { "content-type": "text/plain" }, body: "not read" };
    expect(await ask(`${THINGS}:make`, init, guarded)).toMatchObject({ status: 401 });
  });
});

/** Sends a body in chunks, without fetch, which would send a Content-Length. */
function postInChunks(url: string, body: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${THINGS}:make`, { method: "POST", headers: JSON_TYPE }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode, body: text }));
    });
    sent.on("error", reject);
    sent.write(body.slice(0, 1000));
    sent.end(body.slice(1000));
  });
}

describe("a path with variables", () => {
  test.each([
    ["percent-encoding", "GET", `${THINGS}/ref%3Aa%2Fb%20%C3%A9`, "ref:a/b é"],
    ["a colon that begins no verb", "GET", `${THINGS}/ref:7`, "ref:7"],
    ["200 characters", "DELETE", `${THINGS}/${"%C3%A9".repeat(200)}`, "é".repeat(200)],
    ["a variable before a verb", "POST", `${THINGS}/a-1:suspend`, "a-1"],
    ["the last colon as the verb's", "POST", `${THINGS}/ref:7:suspend:resume`, "ref:7:suspend"],
    ["a variable amid the path", "POST", `${THINGS}/ref:7/keys`, "ref:7"],
    ["a variable and a body", "PATCH", `${THINGS}/a-1`, "a-1"],
  ])("is read: %s", async (_name, method, path, account) => {
    const init = method === "PATCH" ? { body: '{"count": 2}', headers: JSON_TYPE } : {};
    expect(await ask(path, { method, ...init })).toMatchObject({ status: 200 });
    expect(door.calls[0]?.request.message).toMatchObject({ account, count: method === "PATCH" ? 2 : 0 });
  });

  test("has the other fields in the query of a GET and a DELETE", async () => {
    await ask(`${THINGS}/a?count=2`, { method: "DELETE" });
    expect(door.calls[0]?.request.message).toMatchObject({ account: "a", count: 2 });
  });

  test("forbids the variable's field in the body", async () => {
    const init = { method: "PATCH", headers: JSON_TYPE, body: '{"account": "b"}' };
    expect(await ask(`${THINGS}/a`, init)).toMatchObject({
      status: 400,
      body: { violations: [{ field: "account", reason: "UNKNOWN_PARAMETER" }] },
    });
  });

  test.each([
    ["GET", `${THINGS}:make`, 405, "POST, OPTIONS"],
    ["PATCH", `${THINGS}/a:suspend`, 200, null],
    ["POST", `${THINGS}/a:close`, 405, "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["POST", `${THINGS}/a%3Asuspend`, 405, "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["GET", `${THINGS}/a/keys`, 405, "POST, OPTIONS"],
    ["GET", `${THINGS}/`, 404, null],
    ["POST", `${THINGS}%3Amake`, 404, null],
    ["GET", `${THINGS}/a/b/c`, 404, null],
  ])("answers %s %s with %i", async (method, path, status, allow) => {
    const answer = await ask(path, { method });
    expect({ status: answer.status, allow: answer.headers.get("allow") }).toEqual({ status, allow });
  });

  test("is suggested in its documented form", async () => {
    expect(await ask(`${THINGS}:mkae`)).toMatchObject({
      body: { detail: expect.stringContaining(`did you mean ${THINGS}:make?`) },
    });
  });
});
