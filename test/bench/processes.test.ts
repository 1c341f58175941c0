import { expect, it, onTestFinished } from "vitest";
import { createProcesses } from "../../bench/harness/processes.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";

it("a program that is not installed is named, not only what it was for", async () => {
  const { path, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const foreign = { command: "/no/such/redis-server", upLine: "ready" };
  const served = createProcesses({ folder: path }).serve({ name: "redis", foreign, args: [] });
  await expect(served).rejects.toThrow("redis: /no/such/redis-server cannot be started");
});
