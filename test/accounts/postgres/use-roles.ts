// A PostgreSQL with the roles of docs/stores.md: the SQL of that page makes them.
import { readFileSync } from "node:fs";
import { beforeAll, vi } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { countAt } from "../../contracts/postgres-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";
import { postgresCommand } from "../../support/programs/postgres-command.ts";

const PAGE = readFileSync(new URL("../../../docs/stores.md", import.meta.url), "utf8");
const [DATABASE = "", RIGHTS = "", FINANCE = ""] = [...PAGE.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, block = ""]) => block,
);
const PASSWORDS = {
  suitability_owner: "change-me",
  suitability: "change-me-too",
  finance: "change-me-as-well",
};

type Role = keyof typeof PASSWORDS;

export function useRoles() {
  const server = usePostgresServer();
  let owner: Store;
  let service: Store;

  const urlOf = (role: Role, database = "suitability") =>
    `postgres://${role}:${PASSWORDS[role]}@127.0.0.1:${server().port}/${database}`;
  const sqlAs = (role: Role, text: string) => postgresCommand(urlOf(role), text);
  const eachAsSuperuser = async (database: string, statements: string) => {
    const url = server().url.replace(/postgres$/, database);
    for (const statement of statements.trim().split("\n")) await postgresCommand(url, statement);
  };
  const open = (url: string) =>
    openStore(url, { clock: createManualClock("2026-11-21T14:00:00Z"), ...PATIENT_COMMANDS });

  beforeAll(async () => {
    await eachAsSuperuser("postgres", DATABASE);
    await sqlAs("suitability_owner", RIGHTS);
    owner = await open(urlOf("suitability_owner"));
    await vi.waitFor(() => owner.ping(), { timeout: 15_000 });
    await countAt(server().url.replace(/postgres$/, "suitability"), "NULL");
    await eachAsSuperuser("suitability", FINANCE);
    service = await open(urlOf("suitability"));
    await vi.waitFor(() => service.ping(), { timeout: 15_000 });
    return async () => {
      await Promise.all([owner, service].map((store) => store.close()));
    };
  }, 60_000);

  return {
    urlOf,
    /** Sends SQL as one of the roles. */
    sqlAs,
    /** Sends each line as a statement of the superuser. */
    eachAsSuperuser,
    open,
    /** The store as its owner has it, and as the service has it. */
    stores: () => ({ owner, service }),
  };
}
