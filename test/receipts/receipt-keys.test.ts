import { calculateJwkThumbprint, importJWK, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { newReceiptKeys, publicKeysFromJson, receiptKeysFromJson } from "../../src/receipts/receipt-keys.ts";

interface KeySet {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

const { json, keys } = newReceiptKeys([]);
const [withPrivatePart = {}] = (JSON.parse(json) as KeySet).keys;
const { d, ...publicPart } = withPrivatePart;

const problemsOf = (...jwks: readonly unknown[]) => {
  const read = receiptKeysFromJson(JSON.stringify({ keys: jwks }));
  return "problems" in read ? read.problems : [];
};

describe("a file of keys", () => {
  it("that this service made is read back, and its keys are accepted by jose", async () => {
    const read = receiptKeysFromJson(json);
    expect(read).toMatchObject({ keys: { signing: { kid: keys.signing.kid }, published: keys.published } });
    const [jwk] = keys.published;
    expect(await calculateJwkThumbprint(jwk as JWK)).toBe(jwk?.kid);
    expect(await importJWK(jwk as JWK)).toMatchObject({ type: "public" });
  });

  it("keeps the public parts of keys that signed before, through every rotation, and one private part", () => {
    const second = newReceiptKeys(keys.published);
    const third = newReceiptKeys(second.keys.published);
    const kids = third.keys.published.map(({ kid }) => kid);
    expect(kids).toEqual([third.keys.signing.kid, second.keys.signing.kid, keys.signing.kid]);
    expect(third.json.match(/"d"/g)).toHaveLength(1);
    expect(receiptKeysFromJson(third.json)).toMatchObject({ keys: { published: third.keys.published } });
  });

  it("without a private part publishes keys and signs nothing", () => {
    expect(receiptKeysFromJson(JSON.stringify({ keys: [publicPart] }))).toEqual({
      keys: { signing: undefined, published: keys.published },
    });
  });

  it("has its keys' thumbprints as their ids, whatever `kid` it states", () => {
    const read = receiptKeysFromJson(JSON.stringify({ keys: [{ ...withPrivatePart, kid: "mine" }] }));
    expect(read).toMatchObject({ keys: { signing: { kid: keys.signing.kid } } });
  });

  const other = JSON.parse(newReceiptKeys([]).json) as KeySet;

  it.each([
    ["another kind of key", [{ kty: "RSA", n: "AQ", e: "AQAB" }], /^Key 1 must have "kty": "OKP"/],
    ["no key", [null], /^Key 1 must have/],
    ["a short x", [{ ...publicPart, x: "AAAA" }], /^Key 1 has an x that is not 32 bytes/],
    ["an x in base64", [{ ...publicPart, x: `${"+".repeat(42)}A` }], /^Key 1 has an x/],
    ["a malformed d", [publicPart, { ...withPrivatePart, d: "x" }], /^Key 2 has a d that/],
    ["an x of another d", [{ ...other.keys[0], d }], /^Key 1 has an x that does not belong/],
    ["the same key twice", [withPrivatePart, publicPart], /^A key is there twice/],
    ["two private parts", [withPrivatePart, ...other.keys], /^More than one key has its private part/],
  ])("is refused for %s, and the refusal does not repeat its keys", (_what, jwks, problem) => {
    expect(problemsOf(...jwks)).toEqual([expect.stringMatching(problem)]);
    expect(problemsOf(...jwks).join()).not.toContain(d);
  });

  it.each(["", "[]", "null", '{"keys":{}}'])("is refused if it is no set of keys: %s", (text) => {
    expect(receiptKeysFromJson(text)).toEqual({ problems: [expect.stringContaining("JSON Web Key Set")] });
  });
});

describe("a published set", () => {
  it("is read without its keys of other kinds", () => {
    const text = JSON.stringify({ keys: [{ kty: "EC", crv: "P-256", x: "", y: "" }, publicPart], more: 1 });
    expect(publicKeysFromJson(text)).toEqual(keys.published);
    expect(publicKeysFromJson("<html>")).toBeUndefined();
  });
});
