// A plan that accounts have cannot vanish from PLANS_FILE: the service refuses to serve without it.
import { writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { planToJson } from "../../src/accounts/plans/plans-from-json.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/postgres-server.ts";
import { readyz, untilListening, type Program } from "../support/program.ts";
import { openPrograms } from "./open-programs.ts";

const PLANS = JSON.stringify({
  plans: BUILT_IN_PLANS.slice(0, 1).map((plan) => Object.assign(planToJson(plan), { name: "club" })),
});
const LINE =
  'Accounts have plans that are not in force: growth (1 account), starter (2 accounts). PLANS_FILE has to have every plan that is in use, with "for_sale": false where it is no longer sold; in force are club, internal.';

function told(program: Program) {
  const lines = program.stdout.trim().split("\n");
  return lines.map((line) => JSON.parse(line) as { reason?: string }).filter(({ reason }) => reason === LINE);
}

describe("a PLANS_FILE that lacks plans in use", { timeout: 60_000 }, () => {
  it.each(["all", "core"])("stops the start with one line, in the role %s", async (role) => {
    const { folder, serve, createCaller } = openPrograms();
    for (const plan of ["starter", "internal", "growth", "starter"]) await createCaller(plan);
    const path = `${folder.path}/plans.json`;
    writeFileSync(path, PLANS);
    const program = serve({ PLANS_FILE: path }, "--role", role);
    expect(await program.ended).toBe(1);
    expect(program.stderr).toBe(`${LINE}\n`);
  });

  it.skipIf(!isPostgresInstalled())(
    "is found when a store that was away is back: not ready, with the same line, until nobody has them",
    async () => {
      const postgres = await startPostgresServer();
      onTestFinished(() => postgres.remove(), 60_000);
      const { folder, serve, createCaller, withStore } = openPrograms(postgres.url);
      const accounts: Awaited<ReturnType<typeof createCaller>>[] = [];
      for (const plan of ["starter", "growth", "starter"]) accounts.push(await createCaller(plan));
      const path = `${folder.path}/plans.json`;
      writeFileSync(path, PLANS);
      postgres.hang();
      const program = serve({ PLANS_FILE: path });
      const ports = await untilListening(program);
      expect(await readyz(ports)).toBe(503);
      postgres.goOn();
      await vi.waitFor(() => expect(told(program)).toHaveLength(1), { timeout: 20_000 });
      expect(await readyz(ports)).toBe(503);
      await withStore(async (store) => {
        for (const { accountId } of accounts) await store.updateAccount(accountId, { plan: "club" });
      });
      await vi.waitFor(async () => expect(await readyz(ports)).toBe(200), { timeout: 20_000 });
      expect(told(program)).toHaveLength(1);
    },
  );
});
