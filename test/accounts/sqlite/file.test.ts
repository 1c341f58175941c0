// How a SQLite file is opened; what its tables go through is in test/contracts/tables.test.ts.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/patient-commands.ts";

async function createPath(): Promise<string> {
  const backing = await createSqliteBacking();
  onTestFinished(() => backing.remove());
  mkdirSync(dirname(backing.path));
  return backing.path;
}
const open = (path: string) =>
  openSqliteStore({ path, operator: "tester", clock: createManualClock(0), ...PATIENT_COMMANDS });

describe("a SQLite store", () => {
  it("opens a file that is up to date while another process writes to it", async () => {
    const path = await createPath();
    const first = await open(path);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const second = await open(path);
    expect(await second.listAccounts()).toEqual([]);
    other.exec("ROLLBACK");
    await Promise.all([first.close(), second.close()]);
    other.close();
  });

  it("refuses a file that is not a database", async () => {
    const path = await createPath();
    writeFileSync(path, "lat,lng\n51.5,-0.1\n".repeat(100));
    await expect(open(path)).rejects.toThrow("file is not a database");
  });
});
