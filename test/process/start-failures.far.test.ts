// A process that cannot start ends: one line, exit code 1, nothing left open. Which line is tried in start-failures.test.ts.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import type { Program } from "../support/program.ts";
import { openPrograms } from "./open-programs.ts";

async function expectFailure(program: Program, start: string) {
  expect(await program.ended).toBe(1);
  expect(program.stderr).toMatch(/^[^\n]+\n$/);
  expect(program.stderr.startsWith(start), program.stderr).toBe(true);
  expect(program.stdout).not.toContain("listening");
}

/** A port that somebody else listens on. */
async function takenAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a process that cannot start", { timeout: 60_000 }, () => {
  it("ends where a setting is missing, and where a port is taken; a demo leaves nothing behind", async () => {
    const { folder, serve, start } = openPrograms();
    await expectFailure(serve({ WEATHER_SOURCES: "met-norway" }), "MET_NORWAY_USER_AGENT must be set");
    const demo = start(["demo"], { HTTP_LISTEN: await takenAddress(), TMPDIR: folder.path });
    await expectFailure(demo, "HTTP_LISTEN: ");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.skipIf(!isPostgresInstalled())(
    "lets go of a PostgreSQL that it had reached, and of one that hangs",
    async () => {
      const postgres = await startPostgresServer();
      onTestFinished(() => postgres.remove(), 60_000);
      const { serve } = openPrograms(postgres.url);
      const settings = { WEATHER_SOURCES: "open-meteo", HTTP_LISTEN: await takenAddress() };
      await expectFailure(serve(settings), "HTTP_LISTEN: ");
      postgres.hang();
      await expectFailure(serve(settings), "HTTP_LISTEN: ");
    },
  );
});
