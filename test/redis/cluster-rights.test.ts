// A cluster's user with the rights of the documentation, and what is said where one is missing.
import { readFileSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { openStore } from "../../src/accounts/open-store.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { startRedisCluster } from "../support/redis-cluster.ts";
import { redisCommand } from "../support/redis-command.ts";
import { isRedisServerInstalled } from "../support/redis-server.ts";

const DOCUMENT = readFileSync(new URL("../../docs/stores.md", import.meta.url), "utf8");
const RIGHTS = /^on >PASSWORD (.*)$/m.exec(DOCUMENT)?.[1]?.split(" ") ?? [];
const OF_A_CLUSTER = [
  ...(/On every node of a cluster it needs (.*) too/.exec(DOCUMENT)?.[1] ?? "").matchAll(/`([^`]+)`/g),
].map(([, right = ""]) => right);

it.skipIf(!isRedisServerInstalled())(
  "a user of a cluster needs what is documented, and is told where to look it up",
  async () => {
    const cluster = await startRedisCluster();
    onTestFinished(() => cluster.remove());
    const allow = async (rights: readonly string[]) => {
      for (const { url } of cluster.primaries) {
        await redisCommand(url, "ACL", "SETUSER", "suitability", "reset", "on", ">secret", ...rights);
      }
    };
    await allow(RIGHTS);
    const url = cluster.url.replace("//", "//suitability:secret@");
    const store = await openStore(url, { clock: createManualClock(0) });
    onTestFinished(() => store.close());
    await expect(store.listAccounts()).rejects.toThrow(
      /NOPERM .*cluster\|slots.* \(docs\/stores\.md lists the rights that its user needs\)/,
    );
    await allow([...RIGHTS, ...OF_A_CLUSTER]);
    const account = await vi.waitFor(
      () => store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 }),
      { timeout: 15_000 },
    );
    expect(await vi.waitFor(() => store.listAccounts(), { timeout: 15_000 })).toEqual([account]);
  },
  60_000,
);
