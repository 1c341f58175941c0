// Makes the two roles and the database of a PostgreSQL with the SQL of docs/stores.md. `SECRETS` has their passwords.
import { readFileSync } from "node:fs";
import { postgresCommand } from "../../programs/postgres-command.ts";

const PAGE = new URL("../../../../docs/stores.md", import.meta.url);

export const SECRETS: Readonly<Record<string, string>> = {
  POSTGRES_OWNER_PASSWORD: "change-me",
  POSTGRES_PASSWORD: "change-me-too",
};

/** Returns the URL of the tables' owner. */
export async function createPostgresRoles(superuserUrl: string): Promise<string> {
  const page = readFileSync(PAGE, "utf8");
  const [roles = "", rights = ""] = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = ""]) => sql);
  // One by one: CREATE DATABASE cannot run in a transaction.
  for (const statement of roles.trim().split("\n")) await postgresCommand(superuserUrl, statement);
  const owner = new URL(superuserUrl);
  const password = SECRETS["POSTGRES_OWNER_PASSWORD"];
  Object.assign(owner, { username: "suitability_owner", password, pathname: "/suitability" });
  await postgresCommand(owner.href, rights);
  return owner.href;
}
