// Figures about other places. Their archives have only parts of the data that the archive of New York has.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readArchive, type Archive } from "./archive.ts";
import { judgedSessions, LEADS, SPORTS } from "./judged-sessions.ts";
import { readOslo } from "./oslo.ts";
import { ofArchive, rainByLead, type RainAtLead } from "./rain-by-lead.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";
import { saidAndCameByDay, type SaidAndCame } from "./word-figures.ts";

export interface Elsewhere {
  readonly cities: readonly City[];
  readonly lyon: { readonly archive: Archive; readonly words: readonly SaidAndCame[] };
  /** What amounts of rain are worth in Oslo, and the same in New York. */
  readonly amounts: { readonly oslo: readonly RainAtLead[]; readonly newYork: readonly RainAtLead[] };
}

/** How good the daily chance of rain is in a city. */
export interface City {
  readonly name: string;
  readonly days: number;
  readonly wet: Estimate;
  /** By days ahead: the error of the chance, divided by the error of always stating the share of wet days. */
  readonly errors: readonly Estimate[];
}

// Six hours of daytime begin around noon; Oslo's steps of six hours begin at 12:00 UTC.
const OSLO_DAYTIME_UTC = 12;
const NEW_YORK_DAYTIME_UTC = 16;

interface RainDay {
  readonly place: string;
  readonly startMs: number;
  readonly lead: number;
  readonly chancePct: number;
  readonly rained: number;
}

export function readElsewhere(folder: string, newYork: Archive): Elsewhere {
  const days = rainDays(join(folder, "three-cities/rain-chance-daily.csv.gz"));
  const archive = readArchive(join(folder, "lyon"));
  return {
    cities: [...Map.groupBy(days, ({ place }) => place)].map(([name, own]) => cityOf(name, own)),
    lyon: { archive, words: saidAndCameByDay(SPORTS.flatMap((sport) => judgedSessions(archive, sport))) },
    amounts: {
      oslo: rainByLead(readOslo(join(folder, "oslo/oslo-met-compact-forecasts.csv.gz")), OSLO_DAYTIME_UTC),
      newYork: rainByLead(ofArchive(newYork), NEW_YORK_DAYTIME_UTC),
    },
  };
}

function rainDays(file: string): readonly RainDay[] {
  const [, ...lines] = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [place = "", , day = "", lead, chance, rained] = line.split(",");
    return {
      place,
      startMs: Date.parse(day),
      lead: Number(lead),
      chancePct: Number(chance),
      rained: Number(rained),
    };
  });
}

function cityOf(name: string, days: readonly RainDay[]): City {
  const sameDay = days.filter(({ lead }) => lead === 0);
  const wet = ratioByWeeks(sameDay, ({ rained }) => rained);
  return {
    name,
    days: sameDay.length,
    wet,
    errors: LEADS.map((lead) =>
      ratioByWeeks(
        days.filter((day) => day.lead === lead),
        ({ chancePct, rained }) => (chancePct / 100 - rained) ** 2,
        ({ rained }) => (wet.value - rained) ** 2,
      ),
    ),
  };
}
