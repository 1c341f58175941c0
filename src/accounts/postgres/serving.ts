// Who serves from a store: each process has a row that it renews, so that accounts are moved only while nobody does. Locks of a
// session would not do: they do not pass a PgBouncer.
import { randomUUID } from "node:crypto";
import type { PostgresConnection } from "./connection.ts";

const RENEWED_MS = 10_000;

/** A process whose row is older has ended or cannot reach the store. Longer than two renewals take that come late. */
const SERVES_MS = 30_000;

export const SERVING = `
  -- Who serves, and until when that is taken for so.
  CREATE TABLE serving (
    process text COLLATE "C" PRIMARY KEY,
    until   timestamptz NOT NULL
  );

  -- Renews a process's row for so many ms, a minute at most lest it keep accounts from moving, or takes it away for 0.
  CREATE FUNCTION renew_serving(of_process text, serves_ms integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF serves_ms NOT BETWEEN 0 AND 60000 OR length(of_process) > 60 THEN
      RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = format('no process serves for %s ms', serves_ms);
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

/** Says from now on that this process serves, until it is ended by what is returned. */
export function startServing(connection: PostgresConnection): () => Promise<void> {
  const process = randomUUID();
  // One that fails is left to the next: whoever counts reads the mark of a move in any case, and probes tell what is wrong.
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
