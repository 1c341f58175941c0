import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore, loadTables } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { sqliteSteps } from "../../../src/accounts/sqlite/schema.ts";
import { spendingOf } from "../../accounts/spending-of.ts";
import { FULL, recordsIn, recordsOf } from "../../contracts/records-of.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { commandsOn } from "./use-commands.ts";

const STEPS = sqliteSteps((await loadTables()).steps.sqlite);

const clock = createManualClock("2026-11-21T14:00:00Z");

let folder: string;
let store: Store;
let path: string;
let file: string;

const open = (at: string) => openStore(`sqlite:${at}`, { clock, ...PATIENT_COMMANDS });

beforeEach(async () => {
  folder = folderOfTest();
  path = join(folder, "store.db");
  file = join(folder, "backup.db");
  store = await open(path);
  await store.addAccountRecords(recordsOf(FULL));
  return () => store.close();
});

const commands = (storeUrl = `sqlite:${path}`) =>
  commandsOn({ store, clock, settings: { STORE_URL: storeUrl } });

/** The names of the files in the folder that are not the store's. */
const filesBeside = () => readdirSync(folder).filter((name) => !name.startsWith("store.db"));

describe("backup", () => {
  it("copies a store that is in use", async () => {
    await commands().run("backup", file);
    const copy = await open(file);
    expect(await recordsIn(copy)).toEqual(await recordsIn(store));
    await copy.close();
  });

  it("replaces the previous backup, and leaves no other file", async () => {
    writeFileSync(file, "the one before");
    await commands().run("backup", file);
    expect(readFileSync(file, "utf8")).not.toContain("the one before");
    expect(filesBeside()).toEqual(["backup.db"]);
  });

  it("makes a file that only its owner can read", async () => {
    await commands().run("backup", file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("says what it has copied, for people or as JSON", async () => {
    expect(await commands().run("backup", file)).toMatch(
      /^Backed up to \S+backup\.db: accounts: 1, version of the tables: \d+, bytes: \d+,\d{3}\.$/,
    );
    expect(await commands().runJson("backup", file)).toEqual({
      file,
      accounts: 1,
      tables_version: STEPS.length,
      bytes: statSync(file).size,
    });
  });

  it("has a month's sum and the counts of its days from one instant, even while calls are counted", async () => {
    const { id: accountId } = FULL.account;
    const call = spendingOf(accountId, { quota: 1_000_000 });
    const over = new AbortController();
    const counting = (async () => {
      while (!over.signal.aborted) await Promise.all(Array.from({ length: 20 }, () => store.spend(call)));
    })();
    for (let round = 0; round < 5; round += 1) {
      await store.spend(call);
      await commands().run("backup", file);
      const copy = new DatabaseSync(file, { readOnly: true });
      const ofDays = "SELECT sum(calls) AS calls FROM usage_by_day WHERE month = '2026-11'";
      expect(copy.prepare(ofDays).get()).toEqual(
        copy.prepare("SELECT calls FROM month_total WHERE month = '2026-11'").get(),
      );
      copy.close();
    }
    over.abort();
    await counting;
  });

  it("does not touch the unfinished backup of another process with the same id", async () => {
    const part = `${file}.${process.pid}.part`;
    writeFileSync(part, "half of it");
    await commands().run("backup", file);
    expect(readFileSync(part, "utf8")).toBe("half of it");
  });

  it("copies tables of any version without migrating them", async () => {
    const database = new DatabaseSync(path);
    database.exec("UPDATE store_state SET version = 9, lowest_version = 9");
    database.close();
    expect(await commands().runJson("backup", file)).toMatchObject({ tables_version: 9 });
  });

  it("keeps the previous backup if the store is damaged, and leaves no other file", async () => {
    await store.close();
    writeFileSync(file, "the one before");
    truncateSync(path, 8192);
    const { line, exitCode } = await commands().refusal("backup", file);
    expect(line).toMatch(/^Nothing was backed up to \S+: .*malformed/);
    expect(exitCode).toBe(1);
    expect(readFileSync(file, "utf8")).toBe("the one before");
    expect(filesBeside()).toEqual(["backup.db"]);
  });

  it.each([
    { to: () => path, says: "it is the store itself: name another file" },
    { to: () => folder, says: "it is a folder: name a file in it" },
    { to: () => join(folder, "none", "x.db"), says: "its folder does not exist" },
  ])("refuses a path that cannot be a backup: $says", async ({ to, says }) => {
    const { line } = await commands().refusal("backup", to());
    expect(line).toBe(`Nothing was backed up to ${to()}: ${says}.`);
    expect(filesBeside()).toEqual([]);
  });

  it("makes no store if there is none, and names pg_dump for a PostgreSQL", async () => {
    const missing = join(folder, "missing.db");
    expect((await commands(`sqlite:${missing}`).refusal("backup", file)).line).toContain(
      "there is no store at",
    );
    expect(existsSync(missing)).toBe(false);
    const { line } = await commands("postgres://a:secret@127.0.0.1/b").refusal("backup", file);
    expect(line).toContain("pg_dump");
    expect(line).not.toContain("secret");
  });
});
