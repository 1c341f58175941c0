// A process that cannot start ends: one line, exit code 1, nothing left open. start-failures.test.ts tests the line's text.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import type { Program } from "../support/programs/program.ts";
import { takenAddress } from "../support/fakes/taken-address.ts";
import { openPrograms } from "./open-programs.ts";

async function expectFailure(program: Program, start: string) {
  expect(await program.ended).toBe(1);
  expect(program.stderr).toMatch(/^[^\n]+\n$/);
  expect(program.stderr.startsWith(start), program.stderr).toBe(true);
  expect(program.stdout).not.toContain("listening");
}

describe("a process that cannot start", { timeout: 60_000 }, () => {
  it("ends if a setting is missing or a port is taken, and a demo deletes its files", async () => {
    const { folder, serve, start } = openPrograms();
    await expectFailure(serve({ WEATHER_SOURCES: "met-norway" }), "MET_NORWAY_USER_AGENT must be set");
    const demo = start(["demo"], { HTTP_LISTEN: await takenAddress(), TMPDIR: folder.path });
    await expectFailure(demo, "HTTP_LISTEN: ");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.skipIf(!isPostgresInstalled())(
    "ends even if it was connected to PostgreSQL, also when PostgreSQL hangs",
    async () => {
      const postgres = await postgresServerOfTest();
      const { serve } = openPrograms(postgres.url);
      const settings = { WEATHER_SOURCES: "open-meteo", HTTP_LISTEN: await takenAddress() };
      await expectFailure(serve(settings), "HTTP_LISTEN: ");
      postgres.hang();
      await expectFailure(serve(settings), "HTTP_LISTEN: ");
    },
  );
});
