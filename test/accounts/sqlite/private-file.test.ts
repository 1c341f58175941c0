import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import { keepPrivate } from "../../../src/accounts/sqlite/private-file.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { createFreeAccount } from "../create-free-account.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";

let folder: string;

beforeEach(() => {
  folder = folderOfTest();
  const umask = process.umask(0o022);
  return () => void process.umask(umask);
});

/** Opens the store, writes to it, and returns the rights of each file of the store while it is open. */
async function rightsWhileOpen(path: string): Promise<Readonly<Record<string, string>>> {
  const store = await openStore(`sqlite:${path}`, { clock: systemClock, ...PATIENT_COMMANDS });
  await createFreeAccount(store);
  const rights = readdirSync(folder)
    .filter((name) => name.startsWith("accounts.db"))
    .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
  await store.close();
  return Object.fromEntries(rights) as Record<string, string>;
}

const path = () => join(folder, "accounts.db");

describe("the database file", () => {
  it("is private to its owner, like the files that SQLite puts beside it", async () => {
    const rights = { "accounts.db": "600", "accounts.db-wal": "600", "accounts.db-shm": "600" };
    expect(await rightsWhileOpen(path())).toEqual(rights);
    expect(await rightsWhileOpen(path())).toEqual(rights);
  });

  it("is made private if others could read it, like the files that a crash left beside it", async () => {
    await rightsWhileOpen(path());
    mkdirSync(join(folder, "crashed"));
    const store = await openStore(`sqlite:${path()}`, { clock: systemClock, ...PATIENT_COMMANDS });
    await createFreeAccount(store);
    for (const name of ["accounts.db", "accounts.db-wal", "accounts.db-shm"]) {
      copyFileSync(join(folder, name), join(folder, "crashed", name));
      chmodSync(join(folder, "crashed", name), 0o644);
    }
    await store.close();
    folder = join(folder, "crashed");
    expect(new Set(Object.values(await rightsWhileOpen(path())))).toEqual(new Set(["600"]));
  });

  it("keeps the rights of a group that it was shared with on purpose", async () => {
    await rightsWhileOpen(path());
    chmodSync(path(), 0o660);
    expect(new Set(Object.values(await rightsWhileOpen(path())))).toEqual(new Set(["660"]));
  });

  it("is used as it is if its rights cannot be changed", () => {
    expect(() => keepPrivate("/proc/self/status")).not.toThrow();
  });

  it("is an error if its folder cannot be made", () => {
    expect(() => keepPrivate("/proc/not/there/accounts.db")).toThrow("ENOENT");
  });
});
