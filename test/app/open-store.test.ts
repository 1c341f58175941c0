import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { PATIENT_COMMANDS } from "../support/fakes/patient-commands.ts";

const clock = createManualClock(0);

describe("openStore", () => {
  it("opens the file at a path relative to the working directory, in folders that it makes", async () => {
    const path = join(folderOfTest(), "not", "there", "yet.db");
    const url = `sqlite:${relative(process.cwd(), path)}`;
    const store = await openStore(url, { clock, ...PATIENT_COMMANDS });
    await store.ping();
    await store.close();
    expect(existsSync(path)).toBe(true);
  });

  it("makes no file and no folder if it may not make a store", async () => {
    const folder = folderOfTest();
    const path = join(folder, "data", "not-there.db");
    await expect(openStore(`sqlite:${path}`, { clock, mayMakeIt: false })).rejects.toThrow(
      `There is no store at ${path}. Set STORE_URL to the service's store. Only serve and accounts create make a new one.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses an invalid URL with one line that has the valid forms but not the password", async () => {
    const refused = openStore("postgres://operator:secret@host", { clock });
    await expect(refused).rejects.toThrow(
      /^The store's URL must be sqlite:PATH, such as sqlite:data\/suitability\.db, or postgres:\/\/USER[^\n]+\.$/,
    );
    await expect(refused).rejects.not.toThrow("secret");
  });

  it("says in one line which file cannot be opened, and why", async () => {
    const folder = folderOfTest();
    const path = join(folder, "slots.csv");
    writeFileSync(path, "lat,lng\n51.5,-0.1\n".repeat(100));
    for (const [file, why] of [
      [folder, "unable to open database file"],
      [path, "file is not a database"],
    ] as const) {
      await expect(openStore(`sqlite:${file}`, { clock })).rejects.toThrow(
        expect.objectContaining({
          message: `STORE_URL: the file ${file} cannot be used: ${why}`,
          cause: expect.objectContaining({ code: "ERR_SQLITE_ERROR" }),
        }),
      );
    }
  });
});
