// How a SQLite file is opened; test/contracts/tables.test.ts tries how its tables change.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { folderOfTest } from "../../support/folder-of-test.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/patient-commands.ts";

const createPath = () => join(folderOfTest(), "suitability.db");
const open = (path: string) =>
  openSqliteStore({ path, operator: "tester", clock: createManualClock(0), ...PATIENT_COMMANDS });

describe("a SQLite store", () => {
  it("opens a file that is up to date while another process writes to it", async () => {
    const path = createPath();
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
    const path = createPath();
    writeFileSync(path, "lat,lng\n51.5,-0.1\n".repeat(100));
    await expect(open(path)).rejects.toThrow("file is not a database");
  });
});
