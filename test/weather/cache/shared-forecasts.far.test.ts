// Replicas that share forecasts, where real time is the promise, or their PostgreSQL is gone or hangs.
import { describe, expect, it, vi } from "vitest";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { PATIENCE, useSharingReplicas } from "./sharing-replicas.ts";

describe.skipIf(!isPostgresInstalled())("replicas with a PostgreSQL", { timeout: 60_000 }, () => {
  const { server, askAndGive, find, connected, forecast } = useSharingReplicas();

  it("a replica whose fetch takes too long does not hold up the others until its lease ends", async () => {
    const { shared, outcomes } = await connected();
    await find(shared);
    expect(await find(shared)).toMatchObject({ kind: "Wanted" });
    // Had the lease ended, the other would have been leased.
    expect(outcomes).toEqual(["leased", "waited"]);
  });

  it.each([
    ["is gone", () => server().kill(), () => server().start()],
    ["hangs", async () => server().hang(), async () => server().goOn()],
  ])(
    "a server that %s has nobody wait for another's fetch, and is told of once",
    async (_name, fail, mend) => {
      const { shared, outcomes, reasons } = await connected();
      await fail();
      expect(await find(shared)).toMatchObject({ kind: "Wanted" });
      expect(outcomes).toEqual(["unavailable"]);
      expect(reasons).toHaveLength(1);
      await mend();
      const isShared = async () => {
        await askAndGive(shared, await forecast());
        expect(await find(shared)).toMatchObject({ kind: "Found" });
      };
      await vi.waitFor(isShared, PATIENCE);
    },
  );
});
