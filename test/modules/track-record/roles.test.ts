import { describe, expect, it } from "vitest";
import { createRecordStore } from "../../../src/modules/track-record/sql/record-store.ts";
import { useRoles } from "../../accounts/postgres/use-roles.ts";
import { isPostgresInstalled } from "../../support/programs/postgres-server.ts";

describe.skipIf(!isPostgresInstalled())("the roles of docs/stores.md", { timeout: 60_000 }, () => {
  const roles = useRoles();

  it("the service may write the record of past forecasts, which has tables of its own", async () => {
    const { owner, service } = roles.stores();
    const { id } = await owner.createAccount({ name: "Courts", plan: "free", monthlyQuota: 9 });
    const recordStore = createRecordStore(service.records);
    const place = "55.95,-3.19";
    await recordStore.noteRequests([{ place, sports: ["padel"], accounts: [id] }], 20_778);
    expect(await recordStore.lastRequestDay(id, place)).toBe(20_778);
    const judged = { modelVersion: "3", place, day: 20_777, tallies: [] };
    expect(await recordStore.settleDay(judged, 20_776)).toBe(true);
    expect(await recordStore.takeLease("a", 1, 1)).toBe(true);
    await recordStore.forget({ placesMax: 0, today: 20_778 });
    expect(await recordStore.placesOf([place])).toEqual([]);
  });
});
