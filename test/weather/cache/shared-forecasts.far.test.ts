// Replicas that share forecasts: guarantees about real time, and a PostgreSQL that is gone or hangs.
import { describe, expect, it, vi } from "vitest";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";
import { PATIENCE, useSharingReplicas } from "./sharing-replicas.ts";

describe.skipIf(!isPostgresInstalled())("replicas with a PostgreSQL", { timeout: 60_000 }, () => {
  const { server, askAndGive, find, connected, forecast } = useSharingReplicas();

  it("replicas stop waiting for another's slow fetch before its lease ends", async () => {
    const { shared, outcomes } = await connected();
    await find(shared);
    expect(await find(shared)).toMatchObject({ kind: "Wanted" });
    // If the lease had ended, the second outcome would be "leased" too.
    expect(outcomes).toEqual(["leased", "waited"]);
  });

  it.each([
    ["is gone", () => server().kill(), () => server().start()],
    ["hangs", async () => server().hang(), async () => server().goOn()],
  ])(
    "a server that %s makes no replica wait for another's fetch, and is reported once",
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
