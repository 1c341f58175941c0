// examples/recompute-score.ts recomputes a score from a stored request and its answer. A property in
// test/receipts/verify-receipt.test.ts shows that an explanation is enough to compute the unrounded score in the same way.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { recomputedScore, type StoredAnswer } from "../../examples/recompute-score.ts";
import { folderOfTest } from "../support/folder-of-test.ts";
import { startTestService } from "../support/test-service.ts";

const SCRIPT = new URL("../../examples/recompute-score.ts", import.meta.url).pathname;

const run = promisify(execFile);

describe("a stored answer", () => {
  it("of a running service gives the same score again in the script, also with venue facts or a custom sport", async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const links = { base: "golf", wind_tolerance: 1.4, floodlit: true };
    const { key } = await service.createOwner({ links });
    const definition = JSON.stringify({ id: "links", ...links });
    const at = "start_time=2026-11-22T14:25:00Z&duration_minutes=200&explain=true";
    for (const [query, ownSport] of [
      [`lat=51.5074&lng=-0.1278&${at}`],
      [`lat=51.5074&lng=-0.1278&${at}&sport=tennis&covered=false&surface=clay&temp_shift_c=-4.5`],
      [`lat=-22.9068&lng=-43.1729&${at}&sport=links&sheltered=true`, definition],
    ] as const) {
      const url = `http://127.0.0.1:${service.ports.http}/v1/booking-confidence?${query}`;
      const body = await (await fetch(url, { headers: { "x-api-key": key } })).text();
      const answer = JSON.parse(body) as StoredAnswer;
      expect(recomputedScore(url, answer, ownSport).playabilityScore).toBe(answer.playability_score);
      if (ownSport === undefined) continue;
      const folder = folderOfTest();
      const [answerFile, definitionFile] = [join(folder, "answer.json"), join(folder, "links.json")];
      writeFileSync(answerFile, body);
      writeFileSync(definitionFile, ownSport);
      const { stdout } = await run(process.execPath, [SCRIPT, url, answerFile, definitionFile]);
      const { playability_score: stored } = answer;
      expect(stdout).toContain(`Stored:     ${stored}\nRecomputed: ${stored} (`);
    }
  });

  it("is recomputed with no code of the service but src/scoring", () => {
    const imports = [...readFileSync(SCRIPT, "utf8").matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    expect(imports.filter((from) => from?.startsWith("../src/scoring/") === false)).toEqual(["node:fs"]);
  });

  it("of another model version is refused rather than compared", () => {
    const explanation = { model_version: "1", hours: [] };
    expect(() => recomputedScore("/", { explanation } as unknown as StoredAnswer)).toThrow(
      "take the code of that time",
    );
  });
});
