import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { createManualClock } from "../support/manual-clock.ts";

const clock = createManualClock(0);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "suitability-store-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("openStore", () => {
  it("opens the file at a path relative to the working directory, and makes the folders it is in", async () => {
    const path = join(folder, "not", "there", "yet.db");
    const store = openStore(`sqlite:${relative(process.cwd(), path)}`, { clock });
    await store.ping();
    await store.close();
    expect(existsSync(path)).toBe(true);
  });

  it.each(["", "sqlite", "sqlite:", "postgres://operator:secret@host/db", "data/suitability.db"])(
    "refuses %j with one line that says what is known, and repeats no password",
    (url) => {
      expect(() => openStore(url, { clock })).toThrow(
        /^The store's URL has to be sqlite:PATH, such as sqlite:data\/suitability\.db, or redis:\/\/[^\n]+\.$/,
      );
    },
  );

  it("says in one line which file cannot be opened, and why", () => {
    expect(() => openStore(`sqlite:${folder}`, { clock })).toThrow(
      expect.objectContaining({
        message: `The account store ${folder} cannot be opened: unable to open database file.`,
        cause: expect.objectContaining({ code: "ERR_SQLITE_ERROR" }),
      }),
    );
  });
});
