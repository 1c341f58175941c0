// Pages agree with the code about reasons and settings, and with the figures of the verification.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { STEPS as POSTGRES_STEPS } from "../../src/accounts/postgres/schema.ts";
import { STEPS as SQLITE_STEPS } from "../../src/accounts/sqlite/database.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { statusOf } from "../../src/problem-members.ts";
import { ADMIN_REASONS, FAULT_REASONS, type FaultReasonRow } from "../../src/fault-reasons.ts";
import { codeName } from "../../src/fault.ts";

const read = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");

const REASONS = Object.entries<FaultReasonRow>(FAULT_REASONS);

describe("docs/errors.md", () => {
  it("lists every reason with its code, its status, when it happens and what to do, and no other", () => {
    const rows = [...read("errors.md").matchAll(/^\| (`[A-Z_]+` .*) \|$/gm)].map(([, row = ""]) =>
      row.split("|").map((cell) => cell.trim()),
    );
    expect(rows).toEqual(
      REASONS.map(([reason, row]) => [
        `\`${reason}\``,
        String(statusOf(row)),
        `\`${codeName(row.code).toUpperCase()}\``,
        row.meaning,
        row.remedy,
      ]),
    );
  });

  it.each(REASONS)("has %s in whole sentences", (_reason, { meaning, remedy }) => {
    for (const sentence of [meaning, remedy]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });
});

describe("docs/reselling.md", () => {
  it("lists every reason of the administration, and no other", () => {
    const [, table = ""] = /<!-- reasons -->(.*?)<!-- \/reasons -->/s.exec(read("reselling.md")) ?? [];
    const rows = [...table.matchAll(/^\| (`[A-Z_]+` .*) \|$/gm)].map(([, row = ""]) =>
      row.split("|").map((cell) => cell.trim()),
    );
    expect(rows).toEqual(
      Object.entries<FaultReasonRow>(ADMIN_REASONS).map(([reason, row]) => [
        `\`${reason}\``,
        String(statusOf(row)),
        row.meaning,
        row.remedy,
      ]),
    );
  });
});

describe("docs/operations.md", () => {
  it("names every setting, and no other", () => {
    const settings = new Set<string>();
    configFromEnvironment(new Proxy({}, { get: (_none, name) => void settings.add(String(name)) }));
    const [, section = ""] = /^## Settings\n(.*?)^## /ms.exec(read("operations.md")) ?? [];
    const named = [...section.matchAll(/^- .*$/gm)].flatMap(([item]) =>
      [...item.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect([...new Set(named)].toSorted()).toEqual([...settings].toSorted());
  });
});

const verification = read("verification.md");

/** The first table after a sentence or a mark. */
function tableAfter(text: string, beginning: string): string {
  const [, after = ""] = text.split(beginning);
  return /(?:^\|.*\|\n)+/m.exec(after)?.[0] ?? "";
}

/** The percentages of the row with these first cells, in the first table of docs/verification.md after `beginning`. */
function shares(beginning: string, ...cells: readonly string[]): readonly number[] {
  const rows = tableAfter(verification, beginning)
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  const row = rows.find((each) => cells.every((cell, column) => each[column + 1] === cell)) ?? [];
  return row.slice(1 + cells.length, -1).map((cell) => Number.parseInt(cell, 10));
}

describe("README.md and the front page", () => {
  const safe = (days: string) => shares("How often each verdict turned out to be right", days)[0];

  it("say how often safe was safe, as docs/verification.md measured it", () => {
    const page = read("../src/web/front/index.html").replaceAll(/\s+/g, " ");
    expect(page).toContain(
      `“Safe to book” was right in ${safe("1")}% of cases a day ahead, and in ${safe("6")}% six days ahead.`,
    );
    expect(read("../README.md")).toContain(
      `"safe" was right in ${safe("1")} % of cases a day ahead and in ${safe("6")} % six days ahead`,
    );
  });
});

describe("a page with commands", () => {
  const git = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" });
    return status === 0 ? stdout.trim() : undefined;
  };
  const root = git("rev-parse", "--show-toplevel") ?? "";
  const pages = git("ls-files", "--full-name", ":/*.md", ":/*.sh")?.split("\n") ?? [];

  it.skipIf(pages.length === 0)("clones no branch or tag that is not there (skipped outside of git)", () => {
    const missing = pages.flatMap((page) => {
      const blocks = page.endsWith(".md") ? /^ *```(?:sh)?\n(.*?)^ *```$/gms : /(.*)/gs;
      const commands = [...readFileSync(join(root, page), "utf8").matchAll(blocks)].map(([, text]) => text);
      const names = commands.join("\n").matchAll(/\bgit clone\b[^\n]*\s(?:--branch|-b)[ =](\S+)/g);
      return [...names]
        .filter(([, name = ""]) => git("rev-parse", "--verify", "--quiet", `${name}^{commit}`) === undefined)
        .map(([command]) => `${page}: ${command}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("docs/versioning.md", () => {
  it("says which schema version this release has, the same in both databases", () => {
    expect(read("versioning.md")).toContain(`with ${manifest.version} it is ${SQLITE_STEPS.length}.`);
    expect(POSTGRES_STEPS.length).toBe(SQLITE_STEPS.length);
  });
});

describe("docs/policies.md", () => {
  const page = read("policies.md");

  it("says in words what the tables of docs/verification.md say", () => {
    const changes = (...cells: readonly string[]) =>
      shares("The verdict of the last forecast before a session", ...cells);
    expect(page).toMatch(/in\s+at\s+most\s+one\s+case\s+of\s+a\s+hundred, and the other way round/);
    expect(changes("1", "`safe_to_book`")[2]).toBeLessThanOrEqual(1);
    expect(changes("1", "`not_recommended`")[0]).toBeLessThanOrEqual(1);
    expect(page).toContain("one in five clears up");
    expect(Math.round(100 / (changes("1", "`proceed_with_caution`")[0] ?? 0))).toBe(5);
    expect(page).toContain("Of what was `safe_to_book` six days before, one in five does not stay");
    expect(Math.round(100 / (100 - (changes("6", "`safe_to_book`")[0] ?? 0)))).toBe(5);

    expect(page).toContain(
      "Five days ahead `not_recommended` is wrong in a quarter of cases, and `proceed_with_caution` in half",
    );
    const [, caution = 0, , not = 0] = shares("How often each verdict turned out to be right", "5");
    expect(Math.round((100 - not) / 25)).toBe(1);
    expect(Math.round((100 - caution) / 25)).toBe(2);
  });
});
