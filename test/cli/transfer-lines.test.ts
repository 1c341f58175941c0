import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordsFromTransferLines, transferLinesFromRecords } from "../../src/cli/transfer/lines.ts";
import { BARE, FULL, recordsOf } from "../contracts/records-of.ts";

const HEAD = '{"format":"suitability-accounts","version":3}';
const END = '{"end":true}';

const [, LINE = ""] = await Array.fromAsync(transferLinesFromRecords(recordsOf(FULL)));
const RECORD = JSON.parse(LINE);

async function refusalOf(...lines: readonly string[]): Promise<string> {
  const read = Array.fromAsync(recordsFromTransferLines(Readable.from(lines)));
  const thrown: unknown = await read.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Error);
  return thrown instanceof Error ? thrown.message : "";
}

/** The line of RECORD with the value at `path` changed. */
function lineWith(path: readonly (string | number)[], value: unknown): string {
  const changed = structuredClone(RECORD);
  const parent = path.slice(0, -1).reduce<object>((object, name) => Reflect.get(object, name), changed);
  Reflect.set(parent, path.at(-1) ?? "", value);
  return JSON.stringify(changed);
}

describe("transfer lines", () => {
  it("the records read are the records written, whatever their texts and numbers are", async () => {
    const timeMs = fc.nat({ max: 4_000_000_000_000 });
    const changes = fc.record({
      name: fc.stringMatching(/^[^\p{C}\p{Zl}\p{Zp}]{1,20}$/u),
      monthlyQuota: fc.maxSafeNat(),
      isSuspended: fc.boolean(),
      deletedAtMs: fc.option(timeMs, { nil: undefined }),
      createdAtMs: timeMs,
    });
    const property = fc.asyncProperty(changes, async (change) => {
      const changed = { ...BARE, account: { ...BARE.account, ...change } };
      const read = recordsFromTransferLines(transferLinesFromRecords(recordsOf(FULL, changed)));
      expect((await Array.fromAsync(read)).map(({ record }) => record)).toEqual([FULL, changed]);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it("a publishable key without its restrictions is refused, not taken for a secret key", async () => {
    const line = lineWith(["keys", 2, "restrictions"], null);
    expect(await refusalOf(HEAD, line, END)).toBe('Line 2: "prefix" cannot be what it is: "wpk_Ef56".');
  });

  it("each record is given with the number of its line", async () => {
    const other = LINE.replace("acc_abcdefghijkl", "acc_zzzzzzzzzzzz");
    const read = await Array.fromAsync(recordsFromTransferLines(Readable.from([HEAD, LINE, other, END])));
    expect(read.map(({ lineNumber, record }) => [lineNumber, record.account.id])).toEqual([
      [2, "acc_abcdefghijkl"],
      [3, "acc_zzzzzzzzzzzz"],
    ]);
  });

  it.each([
    { title: "an empty file", lines: [], says: "cut off after line 0" },
    { title: "a file that is cut off", lines: [HEAD, LINE], says: "cut off after line 2" },
    { title: "a line that is cut off", lines: [HEAD, LINE, LINE.slice(0, -9)], says: "Line 3 is not JSON" },
    { title: "an empty line", lines: [HEAD, "", END], says: "Line 2 is not JSON" },
    { title: "a line after the end", lines: [HEAD, END, LINE], says: "Line 3: nothing may follow" },
    { title: "a file of something else", lines: ['{"lat":1}'], says: "Line 1 does not say" },
    { title: "a file without its first line", lines: [LINE, END], says: "Line 1 does not say" },
    {
      title: "a file of a later version",
      lines: ['{"format":"suitability-accounts","version":4}'],
      says: "The file is of version 4; this program reads version 3.",
    },
    { title: "a number in place of an account", lines: [HEAD, "7", END], says: 'Line 2: "line"' },
  ])("$title is refused", async ({ lines, says }) => {
    expect(await refusalOf(...lines)).toContain(says);
  });

  it.each([
    { path: ["account"], value: undefined },
    { path: ["account", "id"], value: "acc_../../etc" },
    { path: ["account", "name"], value: "two\nlines" },
    { path: ["account", "external_ref"], value: 4711 },
    { path: ["account", "plan"], value: "Growth!" },
    { path: ["account", "monthly_quota"], value: -1 },
    { path: ["account", "is_suspended"], value: 0 },
    { path: ["account", "closed_at_ms"], value: "today" },
    { path: ["account", "deleted_at_ms"], value: -1 },
    { path: ["account", "created_at_ms"], value: 1.5 },
    { path: ["account", "sports_revision"], value: null },
    { path: ["keys", 0, "label"], value: "two\u2029lines" },
    { path: ["keys"], value: {} },
    { path: ["keys", 0, "id"], value: "key_1" },
    { path: ["keys", 0, "sha256"], value: "wsk_Ab12" },
    { path: ["keys", 0, "prefix"], value: "wsk_Ab12Cd34" },
    { path: ["keys", 0, "label"], value: "=1+1" },
    { path: ["keys", 0, "created_at_ms"], value: null },
    { path: ["keys", 0, "revoked_at_ms"], value: "never" },
    { path: ["keys", 0, "prefix"], value: "wpk_Ab12" },
    { path: ["keys", 2, "prefix"], value: "wsk_Ef56" },
    { path: ["keys", 2, "restrictions"], value: "none" },
    { path: ["keys", 2, "restrictions", "origins"], value: ["https://club.example/"] },
    { path: ["keys", 2, "restrictions", "places"], value: [] },
    { path: ["keys", 2, "restrictions", "places"], value: ["55.9533,-3.1883"] },
    { path: ["keys", 2, "restrictions", "operations"], value: ["toString"] },
    { path: ["keys", 2, "restrictions", "calls_a_day"], value: 0 },
    { path: ["sports", 0, "id"], value: "" },
    { path: ["sports", 0, "definition"], value: "{" },
    { path: ["usage", 0, "day"], value: "2026-11-31" },
    { path: ["usage", 0, "method"], value: "two words" },
    { path: ["usage", 0, "calls"], value: 0 },
    { path: ["usage", 0, "key_id"], value: "key_1" },
    { path: ["verdicts", 0, "month"], value: "2026-13" },
    { path: ["verdicts", 0, "safe_to_book"], value: -1 },
    { path: ["verdicts", 0, "proceed_with_caution"], value: null },
    { path: ["verdicts", 0, "not_recommended"], value: null },
    { path: ["history", 0, "since_ms"], value: null },
    { path: ["history", 0, "plan"], value: "Court\u202efdp." },
    { path: ["history", 0, "monthly_quota"], value: -1 },
    { path: ["history", 0, "state"], value: "gone" },
    { path: ["history", 0, "is_presumed"], value: 0 },
    { path: ["history"], value: [] },
    { path: ["audit", 0, "at_ms"], value: null },
    { path: ["audit", 0, "operator"], value: "two\u2028lines" },
    { path: ["audit", 0, "action"], value: "" },
    { path: ["audit", 0, "about"], value: 7 },
  ])("$path = $value is refused, and the refusal names line and field", async ({ path, value }) => {
    const refusal = await refusalOf(HEAD, lineWith(path, value), END);
    expect(refusal).toMatch(new RegExp(`^Line 2: "${path.at(-1)}" cannot be what it is: `));
  });

  it.each([
    { list: "keys", change: { sha256: "c3".repeat(32) }, says: "the key id key_abcdefghijkl" },
    { list: "keys", change: { id: "key_zzzzzzzzzzzz" }, says: "the sha256 b2b2" },
    { list: "sports", change: { definition: "{}" }, says: "the sport beach" },
    { list: "usage", change: { calls: 9 }, says: "the day, method and key 2026-10-31 forecast" },
    { list: "verdicts", change: {}, says: "the month 2026-11" },
  ])("duplicate $list are refused: $says", async ({ list, change, says }) => {
    const line = lineWith([list, 1], { ...RECORD[list][0], ...change });
    expect(await refusalOf(HEAD, line, END)).toMatch(new RegExp(`^Line 2: ${says}.* is there twice\\.$`));
  });
});
