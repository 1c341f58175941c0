// `track-record`: how often past verdicts came true, at a place or at all places.
import { Option } from "commander";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { createRecordStore } from "./sql/record-store.ts";
import type { ModuleRecords } from "../../app/store.ts";
import { hitRates, type HitRate } from "./hit-rates.ts";
import { alignedColumns, csvLines } from "../../app/commands/aligned-columns.ts";
import type { Answer, ServiceCommand } from "../../app/commands/command.ts";
import { placeFromText } from "../../app/commands/restrictions.ts";

interface TrackRecordOptions {
  /** As Place.key. */
  readonly place?: string;
  readonly csv?: boolean;
}

type Row = { readonly sport: string; readonly days_ahead: number; readonly verdict: string } & ReturnType<
  typeof valuesOf
>;

export function addTrackRecordCommand(program: ServiceCommand): void {
  program
    .command("track-record")
    .description("Show how often past verdicts came true, by sport and days ahead.")
    .option(
      "--place <lat,lng>",
      "only for this place, such as 55.95,-3.19; without it, for all places",
      placeFromText,
    )
    .addOption(new Option("--csv", "print the lines for a spreadsheet").conflicts("json"))
    .answer(showTrackRecord);
}

async function showTrackRecord(
  { records }: ModuleRecords,
  { place, csv }: TrackRecordOptions,
): Promise<Answer> {
  const tallies = await createRecordStore(records).tallies({
    modelVersion: MODEL_VERSION,
    place: place ?? "",
  });
  const bySport = Map.groupBy(tallies, ({ sport }) => sport);
  const sports = Array.from(bySport, ([sport, own]) => ({ sport, ...hitRates(own) }));
  const rows = sports.flatMap(({ sport, days, leads }) =>
    leads.flatMap(({ daysAhead, safeToBook, proceedWithCaution, notRecommended }) => {
      const lead = { sport, days, days_ahead: daysAhead };
      return [
        { ...lead, verdict: "safe_to_book", ...valuesOf(safeToBook) },
        { ...lead, verdict: "proceed_with_caution", ...valuesOf(proceedWithCaution) },
        { ...lead, verdict: "not_recommended", ...valuesOf(notRecommended) },
      ];
    }),
  );
  const judged = sports.map(({ sport, since = null, days, leftOut }) => {
    return { sport, since, days, left_out: leftOut };
  });
  return {
    json: { place: place ?? null, sports: judged, verdicts: rows },
    text: csv === true ? csvLines(COLUMNS, rows) : recordText(judged, rows),
  };
}

const COLUMNS = ["sport", "days", "days_ahead", "verdict", "said", "came", "share", "low", "high"] as const;

function valuesOf({ said, came, share, low, high }: HitRate) {
  return { said, came, share: share ?? null, low: low ?? null, high: high ?? null };
}

function recordText(
  judged: readonly { sport: string; since: string | null; days: number; left_out: number }[],
  rows: readonly Row[],
): string {
  if (judged.length === 0)
    return "No session has been judged yet. The first results come three days after the first forecast.";
  const days = alignedColumns([
    ["SPORT", "SINCE", "DAYS", "LEFT OUT"],
    ...judged.map((each) => [each.sport, each.since ?? "-", String(each.days), String(each.left_out)]),
  ]);
  if (rows.length === 0) return `${days}\n\nShares are shown from 30 days on.`;
  const shares = alignedColumns([
    ["SPORT", "DAYS AHEAD", "VERDICT", "SAID", "CAME", "SHARE", "95%"],
    ...rows.map(({ sport, days_ahead: ahead, verdict, said, came, share, low, high }) => [
      sport,
      String(ahead),
      verdict,
      String(said),
      String(came),
      share === null ? "-" : share.toFixed(2),
      low === null || high === null ? "-" : `${low.toFixed(2)} to ${high.toFixed(2)}`,
    ]),
  ]);
  return `${days}\n\n${shares}`;
}
