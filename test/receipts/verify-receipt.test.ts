// A receipt is verified, or refused with the name of the check that fails.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newReceiptKeys } from "../../src/receipts/receipt-keys.ts";
import { verifyReceipt } from "../../src/receipts/verify-receipt.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { patchySessions } from "../scoring/arbitrary-sessions.ts";
import { FINE_HOUR } from "../scoring/columns-of.ts";
import { profileOf } from "../scoring/score-of.ts";
import { forecastOf, madeReceipt, receiptOf, signedAnew } from "./made-receipt.ts";
import { ISSUER } from "./receipt-settings.ts";

const first = newReceiptKeys([]).keys;
const second = newReceiptKeys(first.published).keys;
/** The keys that are published after the first key has been rotated twice. */
const { published } = newReceiptKeys(second.published).keys;

const RECEIPT = madeReceipt(first);

const verdictOn = (text: string, options: Partial<Parameters<typeof verifyReceipt>[1]> = {}) => {
  const verified = verifyReceipt(text, { keys: published, issuer: ISSUER, ...options });
  return verified.kind === "Verified" ? "verified" : verified.because;
};

describe("a receipt", () => {
  it("of a key that was rotated twice since then is verified, even with spaces around it", () => {
    expect(verdictOn(RECEIPT)).toBe("verified");
    expect(verdictOn(`  ${RECEIPT}\n`)).toBe("verified");
  });

  it("is enough to recompute its unrounded score exactly, even if the source lacks values", () => {
    const sessions = patchySessions(fc.constantFrom(...SPORT_IDS));
    fc.assert(
      fc.property(sessions, ({ sport, hours, startMinute, durationMinutes }) => {
        const weather = forecastOf(hours);
        const session = scoreSession({ weather, profile: profileOf(sport), startMinute, durationMinutes });
        fc.pre(session !== undefined);
        const verified = verifyReceipt(receiptOf(session, weather, first), { keys: published });
        expect(verified).toMatchObject({ kind: "Verified", changed: [], score: { raw: session.raw } });
      }),
      { numRuns: 150 },
    );
  });

  it("is verified if its interpolated temperature is half-way between two tenths of a degree", () => {
    // -3.25 °C, give or take the last bit of the floating-point number.
    const hours = [0, 0, 0, 0, -7.5, 0].map((tempC) => Object.assign({}, FINE_HOUR, { tempC }));
    const receipt = madeReceipt(first, undefined, { hours, startMinute: 274, durationMinutes: 1 });
    expect(verdictOn(receipt)).toBe("verified");
  });

  it("with one changed character, anywhere, is refused for its form, key or signature", () => {
    const headerEnd = RECEIPT.indexOf(".");
    const words = { header: new Set<string>(), others: new Set<string>(), dot: new Set<string>() };
    for (const [at, old] of [...RECEIPT].entries()) {
      const part = old === "." ? "dot" : at < headerEnd ? "header" : "others";
      const changed = old === "A" ? "B" : "A";
      words[part].add(verdictOn(RECEIPT.slice(0, at) + changed + RECEIPT.slice(at + 1)));
    }
    // A change in the header may break its JSON, or change the id of the key.
    expect(words.header).toEqual(new Set(["form", "key", "signature"]));
    expect(words.others).toEqual(new Set(["signature"]));
    expect(words.dot).toEqual(new Set(["form", "signature"]));
  });

  it("whose last character of base64 differs only in unused bits is refused", () => {
    const last = RECEIPT.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const same = alphabet[alphabet.indexOf(last) + 1] ?? "";
    const written = RECEIPT.slice(0, -1) + same;
    expect(Buffer.from(written.split(".")[2] ?? "", "base64url")).toEqual(
      Buffer.from(RECEIPT.split(".")[2] ?? "", "base64url"),
    );
    expect(verdictOn(written)).toBe("signature");
  });

  it.each([
    ["nothing", ""],
    ["a word", "receipt"],
    ["three parts with a header that is no object", `${Buffer.from("null").toString("base64url")}..`],
    ["a receipt with a fourth part", `${RECEIPT}.`],
  ])("is refused for its form if it is %s", (_what, text) => expect(verdictOn(text)).toBe("form"));

  it("of an unpublished key is refused, even if its header has that key (`jwk`) or a URL of keys (`jku`, `x5u`)", async () => {
    const stranger = newReceiptKeys([]).keys;
    const [jwk] = stranger.published;
    const jku = "https://evil.example/jwks.json";
    for (const header of [{ jwk }, { jku }, { x5u: jku }]) {
      const theirs = { ...header, kid: stranger.signing.kid };
      expect(verdictOn(await signedAnew(RECEIPT, stranger, { header: theirs }))).toBe("key");
      const stolen = { ...header, kid: first.signing.kid };
      expect(verdictOn(await signedAnew(RECEIPT, stranger, { header: stolen }))).toBe("signature");
    }
    // In a receipt that the issuer signed, such a header changes nothing.
    expect(verdictOn(await signedAnew(RECEIPT, first, { header: { jku } }))).toBe("verified");
  });

  it("that names another issuer is refused, unless no issuer is required", async () => {
    const other = await signedAnew(RECEIPT, first, {
      payload: (all) => ({ ...all, iss: "https://other.example" }),
    });
    expect(verdictOn(other)).toBe("issuer");
    expect(verdictOn(other, { issuer: undefined })).toBe("verified");
  });

  it("of simulated weather is refused, unless simulated weather is allowed", () => {
    const simulated = madeReceipt(first, "simulated");
    expect(verdictOn(simulated)).toBe("simulated weather");
    expect(verdictOn(simulated, { allowSimulated: true })).toBe("verified");
  });

  it("of a model that this version does not have is refused", async () => {
    const older = await signedAnew(RECEIPT, first, { payload: (all) => ({ ...all, model_version: "1" }) });
    expect(verdictOn(older)).toBe("model version");
  });

  it.each([
    { what: "another score", change: { answer: { playability_score: 101 } } },
    { what: "another verdict", change: { answer: { recommendation: "unknown" } } },
    { what: "another risk", change: { answer: { rain_risk: "none" } } },
    { what: "another temperature", change: { answer: { temp_c: 99 } } },
    { what: "other points", change: { explanation: { points_lost: [{ factor: "rain", points: 99 }] } } },
    { what: "other hours", change: { explanation: { hours: [] } } },
    { what: "another start", change: { question: { start_time: "2026-12-24T10:00:00Z" } } },
    { what: "a start in 270,000 years", change: { question: { start_time: "+275760-01-01T00:00:00Z" } } },
    { what: "an unreadable start", change: { question: { start_time: "soon" } } },
  ])("whose answer does not follow from its own numbers is refused: $what", async ({ change }) => {
    const lying = await signedAnew(RECEIPT, first, { payload: (all) => merged(all, change) });
    expect(verdictOn(lying)).toBe("arithmetic");
  });

  it.each([
    { what: "a token of another kind", header: { typ: "JWT" }, change: {} },
    { what: "no type", header: { typ: undefined }, change: {} },
    { what: "a critical extension", header: { crit: ["b64"], b64: true }, change: {} },
    { what: "a session of no minutes", header: {}, change: { question: { duration_minutes: 0 } } },
    {
      what: "a session that ends before it starts",
      header: {},
      change: { question: { duration_minutes: -120 } },
    },
    { what: "a session of a year", header: {}, change: { question: { duration_minutes: 525_600 } } },
    { what: "a curve of words", header: {}, change: { profile: { rain: [["a", "b"]] } } },
    { what: "an hour of nothing", header: {}, change: { explanation: { hour_before: null } } },
  ])("that is signed but not a receipt is refused: $what", async ({ header, change }) => {
    const other = await signedAnew(RECEIPT, first, { header, payload: (all) => merged(all, change) });
    expect(verdictOn(other)).toBe("form");
  });
});

/** The payload, with members of its objects replaced. */
function merged(all: Record<string, unknown>, change: object): object {
  const changed = Object.entries<object>({ ...change }).map(([name, members]) => [
    name,
    { ...(all[name] as object), ...members },
  ]);
  return { ...all, ...Object.fromEntries(changed) };
}
