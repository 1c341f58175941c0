// Pages agree with the code about reasons and settings, and with the figures of the verification.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { postgresSteps } from "../../src/accounts/postgres/schema.ts";
import { loadTables } from "../../src/app/open-store.ts";
import { sqliteSteps } from "../../src/accounts/sqlite/schema.ts";
import { statusOf } from "../../src/errors/problem.ts";
import { ADMIN_REASONS, FAULT_REASONS, type FaultReasonRow } from "../../src/errors/fault-reasons.ts";
import { codeName } from "../../src/errors/fault.ts";
import { VERDICT_TABLE, type Verdict } from "../../src/scoring/verdicts.ts";
import { verdictChange } from "../../src/scoring/verdict-change.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { findProfile, SPORT_NAMES } from "../../src/scoring/sports/find-profile.ts";
import { pageWithProviders } from "../../scripts/settings/page-with-providers.ts";
import { pageWithSettings } from "../../scripts/settings/page-with-settings.ts";
import { columnsOf, fineHour } from "../scoring/columns-of.ts";

const SQLITE_STEPS = sqliteSteps((await loadTables()).steps.sqlite);
const POSTGRES_STEPS = postgresSteps((await loadTables()).steps.postgres);

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
  it("has the tables of settings that npm run settings writes", async () => {
    const page = read("operations.md");
    expect(await pageWithSettings(page)).toBe(page);
  });
});

describe("docs/weather.md", () => {
  it("has the credit of every provider, and what operators should know of it, as npm run settings writes them", async () => {
    const page = read("weather.md");
    expect(await pageWithProviders(page)).toBe(page);
  });
});

describe("docs/api.md", () => {
  it("says by how many points a changed verdict is worth telling, at each distance from the session", () => {
    const page = read("api.md").replaceAll(/\s+/g, " ");
    const [, farWorse, nearWorse, lastWorse, better] =
      /(\d+) points or more if the session is 48 hours or more ahead, (\d+) or more from 24 to 48 hours ahead, (\d+) or more under 24 hours ahead\. A better verdict is news if the score is (\d+) points or more above/.exec(
        page,
      ) ?? [];
    const { lowest } = VERDICT_TABLE.safe_to_book;
    const isNews = (from: Verdict, to: Verdict, playabilityScore: number, leadHours: number) =>
      verdictChange(
        { recommendation: from, playabilityScore: lowest, forecastAt: 0 },
        {
          recommendation: to,
          playabilityScore,
          forecastAt: 1,
          source: "",
          modelVersion: "",
          thunderstorm: false,
        },
        leadHours,
      ).worthTelling;
    const worse = (points: number, leadHours: number) =>
      isNews("safe_to_book", "proceed_with_caution", lowest - points, leadHours);
    for (const [leadHours, points] of [
      [48, farWorse],
      [47, nearWorse],
      [24, nearWorse],
      [23, lastWorse],
    ] as const) {
      expect(worse(Number(points), leadHours), `${leadHours} hours ahead`).toBe(true);
      expect(worse(Number(points) - 1, leadHours), `${leadHours} hours ahead`).toBe(false);
    }
    const isBetterNews = (points: number, leadHours: number) =>
      isNews("proceed_with_caution", "safe_to_book", lowest + points, leadHours);
    expect([isBetterNews(Number(better), 24), isBetterNews(Number(better) - 1, 24)]).toEqual([true, false]);
    expect(isBetterNews(0, 23)).toBe(true);
  });
});

describe("docs/stores.md", () => {
  it("limits the role to eight connections for each replica that the autoscaler may start", () => {
    const [, replicasMax] =
      /^  maxReplicas: (\d+)$/m.exec(read("../k8s/components/autoscaler/autoscaler.yaml")) ?? [];
    const page = read("stores.md").replaceAll(/\s+/g, " ");
    expect(page).toContain(`allows eight connections for each of up to ${replicasMax} replicas`);
    expect(page).toContain(`CONNECTION LIMIT ${8 * Number(replicasMax)};`);
  });
});

describe("docs/operations.md and scripts/README.md", () => {
  it("say how large the image may be, as npm run image-tree checks it", () => {
    const [, mbMax] = /^readonly MB_MAX=(\d+)$/m.exec(read("../scripts/image-tree.sh")) ?? [];
    const page = read("operations.md").replaceAll(/\s+/g, " ");
    expect(page).toContain(`adds at most ${mbMax} MB to \`node:slim\``);
    expect(read("../scripts/README.md").replaceAll(/\s+/g, " ")).toContain(`within ${mbMax} MB`);
  });
});

describe("docs/performance.md", () => {
  it("divides a booking's CPU as docs/decisions/0002-what-a-call-costs.md measured it", () => {
    const table = tableAfter(read("decisions/0002-what-a-call-costs.md"), "## Measured a third time");
    // Each row answers with a constant one step later on the way of a call. The sixth is the whole call.
    const [, , ...rows] = table.trim().split("\n");
    const us = rows.map((row) => Number.parseInt(row.split("|")[2] ?? "", 10));
    const [http = 0, query = 0, log = 0, , quota = 0, whole = 0] = us;
    const [ofHttp, ofQuery, ofLog, ofQuota, ofOperation] = [
      http,
      query - http,
      log - query,
      quota - log,
      whole - quota,
    ].map((part) => `${Math.round((100 * part) / whole)}%`);
    expect(read("performance.md").replaceAll(/\s+/g, " ")).toContain(
      `Node, Fastify and its guards take ${ofHttp}, reading the query ${ofQuery}, trace, log and metrics ${ofLog}, ` +
        `key, limits and quota ${ofQuota}, the operation with score and sentence ${ofOperation}.`,
    );
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
  const readme = read("../README.md").replaceAll(/\s+/g, " ");
  const front = read("../web/pages/front/front.html").replaceAll(/\s+/g, " ");

  it("say how often safe was safe, and in which year, as docs/verification.md measured it", () => {
    const [, since, heldOut] =
      /daily forecasts \((\d{4})-[-\d]+ to (\d{4})-12-31\) .* fitted on forecasts before \2-01-01; every figure below is/.exec(
        verification.replaceAll(/\s+/g, " "),
      ) ?? [];
    expect(front).toContain(
      `“Safe to book” was right in ${safe("1")}% of cases a day ahead, and in ${safe("6")}% six days ahead.`,
    );
    expect(front).toContain(
      `those of Open-Meteo’s forecasts for New York in ${heldOut}. The odds are made from its forecasts for New York since ${since},`,
    );
    expect(readme).toContain(
      `In New York in ${heldOut}, "safe" was right in ${safe("1")}% of cases a day ahead and in ${safe("6")}% six days ahead`,
    );
  });

  it("name an amount of certain rain that rules out every sport without a roof, however fine the rest is", () => {
    const [, mm] = /Without a roof, certain rain of (\d+) mm an hour throughout a session/.exec(readme) ?? [];
    const rainMm = Number(mm);
    for (const id of SPORT_NAMES) {
      for (const durationMinutes of [30, 90, 1440]) {
        const wet = fineHour({ rainMm, precipProbPct: 100, weatherCode: 65 });
        const weather = columnsOf(Array.from({ length: 24 }, () => wet));
        const profile = findProfile(id);
        const score = profile && scoreSession({ weather, profile, startMinute: 0, durationMinutes });
        // The rain risk is the verdict that rain alone would give.
        expect(score?.rainRisk, id).toBe("high");
        expect(score?.recommendation, id).toBe("not_recommended");
      }
    }
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
