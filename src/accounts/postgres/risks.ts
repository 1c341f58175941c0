import type { StoreRisk } from "../store-risks.ts";
import type { PostgresSql } from "./connect.ts";

/** Whether a PostgreSQL may forget what it has answered for, as this session is set up. */
export async function readPostgresRisks(sql: PostgresSql): Promise<readonly StoreRisk[]> {
  const [row] = await sql`
    SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync`;
  const risks: StoreRisk[] = [];
  if (row?.["commit"] === "off") risks.push("asynchronous_commit");
  if (row?.["fsync"] === "off") risks.push("no_fsync");
  return risks;
}
