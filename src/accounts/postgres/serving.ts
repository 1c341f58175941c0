// Each process that serves from a store renews a row of the table `serving`. Accounts are moved only if no row is
// current. Session locks would not do, because they do not work through a PgBouncer.
import { randomUUID } from "node:crypto";
import type { PostgresConnection } from "./connection.ts";

const RENEWED_MS = 10_000;

/** A process whose row is older has ended or cannot reach the store. This time allows for two missed renewals. */
const SERVES_MS = 30_000;

export const SERVING = `
  -- A row for each process that serves, and when it expires.
  CREATE TABLE serving (
    process text COLLATE "C" PRIMARY KEY,
    until   timestamptz NOT NULL
  );

  -- Extends a process's row by serves_ms; 0 deletes it. At most a minute, because a current row keeps accounts from moving.
  CREATE FUNCTION renew_serving(of_process text, serves_ms integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF serves_ms NOT BETWEEN 0 AND 60000 OR length(of_process) > 60 THEN
      RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = 'serves_ms has to be 0 to 60000, and the process has at most 60 characters';
    END IF;
    PERFORM set_config('synchronous_commit', 'off', true);
    IF serves_ms = 0 THEN
      DELETE FROM serving WHERE process = of_process OR until < clock_timestamp() - interval '1 day';
    ELSE
      INSERT INTO serving (process, until) VALUES (of_process, clock_timestamp() + make_interval(secs => serves_ms / 1000.0))
        ON CONFLICT (process) DO UPDATE SET until = excluded.until;
    END IF;
  END $$;
`;

/** Marks this process as serving, until the returned function is called. */
export function startServing(connection: PostgresConnection): () => Promise<void> {
  const process = randomUUID();
  // A failed renewal is not retried: the next one follows. Counting checks for a move anyway; probes report failures.
  const renew = (servesMs: number) =>
    connection
      .ask((sql) => sql`SELECT renew_serving(${process}, ${servesMs}::integer)`)
      .catch(() => undefined);
  void renew(SERVES_MS);
  const timer = setInterval(() => void renew(SERVES_MS), RENEWED_MS).unref();
  return async () => {
    clearInterval(timer);
    await renew(0);
  };
}
