import { expect, it } from "vitest";
import { loadTables } from "../../../src/app/open-store.ts";
import { sqliteSteps } from "../../../src/accounts/sqlite/schema.ts";
import { useCommands } from "./use-commands.ts";

const STEPS = sqliteSteps((await loadTables()).steps.sqlite);

const commands = useCommands();

it("migrate says that the store is up to date if it can be read and written", async () => {
  expect(await commands().run("migrate")).toBe(
    `The store is up to date: its tables are of version ${STEPS.length}.`,
  );
});

it("migrate fails if the store cannot be used", async () => {
  const { refusal, store } = commands();
  await store.close();
  expect(await refusal("migrate")).toMatchObject({
    line: expect.stringContaining("cannot be used"),
    exitCode: 1,
  });
});
