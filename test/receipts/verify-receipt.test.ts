// A receipt holds what it says, to the last bit, or is refused with the word for what is wrong.
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
/** As they are published when the key has been rotated twice since it signed. */
const { published } = newReceiptKeys(second.published).keys;

const RECEIPT = madeReceipt(first);

const verdictOn = (text: string, options: Partial<Parameters<typeof verifyReceipt>[1]> = {}) => {
  const verified = verifyReceipt(text, { keys: published, issuer: ISSUER, ...options });
  return verified.kind === "Verified" ? "verified" : verified.because;
};

describe("a receipt", () => {
  it("of a key that was rotated twice since is verified, with spaces around it too", () => {
    expect(verdictOn(RECEIPT)).toBe("verified");
    expect(verdictOn(`  ${RECEIPT}\n`)).toBe("verified");
  });

  it("has all that its unrounded score is made of, whatever the source did not tell", () => {
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

  it("is verified where a temperature between two hours lies half-way between two tenths", () => {
    // -3.25 °C, or a last bit more or less of it.
    const hours = [0, 0, 0, 0, -7.5, 0].map((tempC) => Object.assign({}, FINE_HOUR, { tempC }));
    const receipt = madeReceipt(first, undefined, { hours, startMinute: 274, durationMinutes: 1 });
    expect(verdictOn(receipt)).toBe("verified");
  });

  it("with one changed character, anywhere, is refused with the word for it", () => {
    const headerEnd = RECEIPT.indexOf(".");
    const words = { header: new Set<string>(), others: new Set<string>(), dot: new Set<string>() };
    for (const [at, old] of [...RECEIPT].entries()) {
      const part = old === "." ? "dot" : at < headerEnd ? "header" : "others";
      const changed = old === "A" ? "B" : "A";
      words[part].add(verdictOn(RECEIPT.slice(0, at) + changed + RECEIPT.slice(at + 1)));
    }
    // What is changed in the header may have been its form, or the name of its key.
    expect(words.header).toEqual(new Set(["form", "key", "signature"]));
    expect(words.others).toEqual(new Set(["signature"]));
    expect(words.dot).toEqual(new Set(["form", "signature"]));
  });

  it("of which a bit is written in another way is refused: base64 has spare ones in its last character", () => {
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
    ["one with a fourth part", `${RECEIPT}.`],
  ])("has its form: %s is none", (_what, text) => expect(verdictOn(text)).toBe("form"));

  it("of a key that nobody has published is refused, whatever its header says where to find it", async () => {
    const stranger = newReceiptKeys([]).keys;
    const [jwk] = stranger.published;
    const jku = "https://evil.example/jwks.json";
    for (const header of [{ jwk }, { jku }, { x5u: jku }]) {
      const theirs = { ...header, kid: stranger.signing.kid };
      expect(verdictOn(await signedAnew(RECEIPT, stranger, { header: theirs }))).toBe("key");
      const stolen = { ...header, kid: first.signing.kid };
      expect(verdictOn(await signedAnew(RECEIPT, stranger, { header: stolen }))).toBe("signature");
    }
    // Of the issuer's own they change nothing.
    expect(verdictOn(await signedAnew(RECEIPT, first, { header: { jku } }))).toBe("verified");
  });

  it("that says to be from somebody else is refused, unless whoever verifies it believes the key alone", async () => {
    const other = await signedAnew(RECEIPT, first, {
      payload: (all) => ({ ...all, iss: "https://other.example" }),
    });
    expect(verdictOn(other)).toBe("issuer");
    expect(verdictOn(other, { issuer: undefined })).toBe("verified");
  });

  it("of simulated weather is refused, unless that is wanted", () => {
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
    { what: "a start that is none", change: { question: { start_time: "soon" } } },
  ])("whose own numbers do not make its score is refused: $what", async ({ change }) => {
    const lying = await signedAnew(RECEIPT, first, { payload: (all) => merged(all, change) });
    expect(verdictOn(lying)).toBe("arithmetic");
  });

  it.each([
    { what: "a token of another kind", header: { typ: "JWT" }, change: {} },
    { what: "no type", header: { typ: undefined }, change: {} },
    { what: "something to be understood besides", header: { crit: ["b64"], b64: true }, change: {} },
    { what: "a session of a year", header: {}, change: { question: { duration_minutes: 525_600 } } },
    { what: "a curve of words", header: {}, change: { profile: { rain: [["a", "b"]] } } },
    { what: "an hour of nothing", header: {}, change: { explanation: { hour_before: null } } },
  ])("that is signed and is no receipt is refused: $what", async ({ header, change }) => {
    const other = await signedAnew(RECEIPT, first, { header, payload: (all) => merged(all, change) });
    expect(verdictOn(other)).toBe("form");
  });
});

/** With other members, also of the objects in it. */
function merged(all: Record<string, unknown>, change: object): object {
  const changed = Object.entries<object>({ ...change }).map(([name, members]) => [
    name,
    { ...(all[name] as object), ...members },
  ]);
  return { ...all, ...Object.fromEntries(changed) };
}
