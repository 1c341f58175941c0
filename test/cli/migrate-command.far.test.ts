// What runs before the pods of a new version, as the owner of the tables.
import { describe, expect, it, onTestFinished } from "vitest";
import { startProgram } from "../support/program.ts";
import { postgresCommand } from "../support/postgres-command.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";

async function migrate(storeUrl: string) {
  const program = startProgram(["migrate"], { STORE_URL: storeUrl });
  const exitCode = await program.ended;
  return { exitCode, stdout: program.stdout, stderr: program.stderr };
}

describe.skipIf(!isPostgresInstalled())("migrate", () => {
  it(
    "makes the tables of an empty PostgreSQL, and does nothing the second time",
    { timeout: 60_000 },
    async () => {
      const server = await startPostgresServer();
      onTestFinished(() => server.remove());
      const url = await server.createDatabase();
      const done = { exitCode: 0, stdout: "The store is up to date.\n", stderr: "" };
      expect(await migrate(url)).toEqual(done);
      expect(await postgresCommand(url, "SELECT count(*)::int FROM account")).toEqual([{ count: 0 }]);
      expect(await migrate(url)).toEqual(done);
    },
  );
});
