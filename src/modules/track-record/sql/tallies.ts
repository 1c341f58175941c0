// Counts sessions by verdict and outcome.
import type { JudgedDay, RecordStore, Tally, TallySum } from "../record-store.ts";
import { number, raw, sql, type Sql, type SqlDatabase, type SqlSession } from "../../../accounts/sql/sql.ts";
import { EVIDENCE, VERDICT_PAIRS } from "./tables.ts";

type TallyRow = Readonly<Record<string, number>> & { readonly place: string; readonly sport: string };

export function createTallies({ dialect, run, transaction }: SqlDatabase) {
  return {
    settleDay: (judged, after) =>
      transaction(async (session) => {
        // A second process that settles this day finds that judged_day is no longer `after`.
        const settled = await session.run(sql`
          UPDATE track_place SET judged_day = ${judged.day} WHERE place = ${judged.place} AND judged_day = ${after}
          RETURNING place`);
        if (settled.length === 0) return false;
        await addTallies(session, judged, dialect.each);
        return true;
      }),
    tallies: async ({ modelVersion, place, sport }) => {
      const ofSport = sport === undefined ? sql`` : sql`AND sport = ${sport}`;
      const rows = await run<TallyRow>(sql`
        SELECT * FROM track_tally_by_model WHERE model_version = ${modelVersion} AND place = ${place} ${ofSport}
        ORDER BY sport, days_ahead`);
      return rows.map(tallyFromRow);
    },
    safeShares: async ({ modelVersion, sinceDay }) => {
      const rows = await run<{
        readonly days_ahead: number;
        readonly said: number;
        readonly came: number;
      }>(sql`
        SELECT days_ahead, CAST(sum(said) AS bigint) AS said, CAST(sum(came) AS bigint) AS came FROM track_day_by_model
        WHERE model_version = ${modelVersion} AND day >= ${sinceDay} GROUP BY days_ahead ORDER BY days_ahead`);
      return rows.map(({ days_ahead: daysAhead, said, came }) => ({ daysAhead, said, came }));
    },
  } satisfies Partial<RecordStore>;
}

/** Adds a day's outcomes to the tallies of the place, of all places, and of the day. */
async function addTallies(
  { run }: SqlSession,
  { modelVersion, day, tallies }: JudgedDay,
  each: (items: readonly object[]) => Sql,
): Promise<void> {
  if (tallies.length === 0) return;
  const items = tallies.flatMap((tally) => {
    const row = { ...tally, ...named(VERDICT_PAIRS, tally.sessions), ...named(EVIDENCE, tally.evidence) };
    const days = tally.sessions.some((count) => count > 0) ? 1 : 0;
    return [
      { ...row, days },
      { ...row, days, place: "" },
    ];
  });
  const names = [...VERDICT_PAIRS, ...EVIDENCE];
  const columns = raw(names.join(", "));
  const values = raw(
    [
      ...VERDICT_PAIRS.map((name) => `CAST(each.value->>'${name}' AS bigint)`),
      ...EVIDENCE.map((name) => `CAST(each.value->>'${name}' AS double precision)`),
    ].join(", "),
  );
  const sums = raw(
    ["left_out", ...names].map((name) => `${name} = tally.${name} + excluded.${name}`).join(", "),
  );
  // In the tally of all places, a day that is judged for several places counts once. A day whose sessions were all left out
  // does not count.
  await run(sql`
    INSERT INTO track_tally_by_model AS tally
      (model_version, place, sport, days_ahead, since_day, last_day, days, left_out, ${columns})
    SELECT ${modelVersion}, each.value->>'place', each.value->>'sport', ${number("daysAhead")}, CAST(${day} AS bigint),
      CAST(${day} AS bigint) - 1 + ${number("days")}, ${number("days")}, ${number("leftOut")}, ${values}
    FROM ${each(items)} WHERE true
    ON CONFLICT (model_version, place, sport, days_ahead) DO UPDATE SET
      since_day = CASE WHEN tally.days = 0 THEN excluded.since_day ELSE tally.since_day END,
      days = tally.days + CASE WHEN excluded.last_day > tally.last_day THEN excluded.days ELSE 0 END,
      last_day = CASE WHEN excluded.last_day > tally.last_day THEN excluded.last_day ELSE tally.last_day END,
      ${sums}`);
  const safe = Map.groupBy(tallies, ({ daysAhead }) => daysAhead);
  const shares = [...safe].map(([daysAhead, own]) => {
    const sum = (came: number) => own.reduce((total, { sessions }) => total + (sessions[6 + came] ?? 0), 0);
    return { daysAhead, said: sum(0) + sum(1) + sum(2), came: sum(2) };
  });
  await run(sql`
    INSERT INTO track_day_by_model AS known (model_version, day, days_ahead, said, came)
    SELECT ${modelVersion}, CAST(${day} AS bigint), ${number("daysAhead")}, ${number("said")}, ${number("came")} FROM ${each(shares)} WHERE true
    ON CONFLICT (model_version, day, days_ahead) DO UPDATE SET said = known.said + excluded.said, came = known.came + excluded.came`);
}

function named(names: readonly string[], values: Tally["sessions"]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0]));
}

function tallyFromRow(row: TallyRow): TallySum {
  const of = (name: string) => row[name] ?? 0;
  return {
    place: row.place,
    sport: row.sport,
    daysAhead: of("days_ahead"),
    sinceDay: of("since_day"),
    lastDay: of("last_day"),
    days: of("days"),
    leftOut: of("left_out"),
    sessions: VERDICT_PAIRS.map(of),
    evidence: EVIDENCE.map(of),
  };
}
