// docs/errors.md against the table that the code has its reasons from.
import { readFileSync } from "node:fs";
import { Code } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { FAULT_REASONS, type FaultReasonRow } from "../../src/fault-reasons.ts";
import { codeName } from "../../src/fault.ts";
import { statusOf } from "../../src/doors/rest/problem.ts";

const PAGE = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/** The cells of each row that begins with a reason, as they stand. */
const rows = [...PAGE.matchAll(/^\| (`[A-Z_]+` .*) \|$/gm)].map(([, row = ""]) =>
  row.split("|").map((cell) => cell.trim()),
);

describe("docs/errors.md", () => {
  it("lists every reason with its code, its status, when it happens and what to do, and no other", () => {
    const expected = Object.entries<FaultReasonRow>(FAULT_REASONS).map(([reason, row]) => [
      `\`${reason}\``,
      String(statusOf(row)),
      `\`${codeName(row.code).toUpperCase()}\``,
      row.meaning,
      row.remedy,
    ]);
    expect(rows).toEqual(expected);
  });
});

describe("the table of reasons", () => {
  it.each(Object.entries<FaultReasonRow>(FAULT_REASONS))("%s is told in whole sentences", (reason, row) => {
    expect(reason).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(row.meaning).toMatch(/^[A-Z].*\.$/);
    expect(row.remedy).toMatch(/^[A-Z].*\.$/);
    expect(Code[row.code]).toBeDefined();
  });
});
