// `npm run verify` compares forecast verdicts with the actual weather. Options: --archive DIR, --fit, --out FILE, --keep.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inspect, parseArgs } from "node:util";
import * as prettier from "prettier";
import { oddsFitFromJson, type OddsFit } from "../src/scoring/odds/fit.ts";
import { findProfile, SPORT_IDS } from "../src/scoring/sports/find-profile.ts";
import { PAST_HOURS } from "../src/weather/weather-source.ts";
import { ArchiveError, hasChanceOfRain, readArchive, type Archive } from "./archive.ts";
import { elsewhereSection } from "./elsewhere-tables.ts";
import { readElsewhere } from "./elsewhere.ts";
import {
  judges,
  readEarlierVersion,
  safeOftenChanges,
  versionFigures,
  writeVersionFigures,
} from "./every-sport.ts";
import { fitOdds, type FitSource } from "./fit-odds.ts";
import { SPORTS, type JudgedSession } from "./judged-sessions.ts";
import { messageProblems, type MessageFigures } from "./message-figures.ts";
import { inUse, oddsFigures } from "./odds-figures.ts";
import type { JudgedOdds } from "./odds-tables.ts";
import { verificationPage } from "./page.ts";
import { leadPicture, reliabilityPicture } from "./pictures.ts";
import { judgedBySeason } from "./seasons.ts";
import { gaugedSessions, splitSessions, type SplitSessions } from "./split-sessions.ts";
import type { EverySport } from "./every-sport-tables.ts";
import { fineWinter, saidAndCameByDay, wordFigures } from "./word-figures.ts";

/** Of a sport for which cloud counts this much, sunshine is half of the matter. */
const SUNSHINE_WEIGHT = 0.2;

const ROOT = new URL("..", import.meta.url).pathname;
const OWN_DATA = join(ROOT, "verification/new-york");
const ELSEWHERE = join(ROOT, "verification/elsewhere");
const COEFFICIENTS = join(ROOT, "src/scoring/odds/open-meteo-nyc-2025.json");

/** What gauges cannot judge: gusts, and sunshine. */
const GAUGED_SPORTS = SPORT_IDS.filter((sport) => {
  const profile = findProfile(sport);
  return profile !== undefined && !profile.isWindSport && profile.weight.cloud < SUNSHINE_WEIGHT;
});

/** On the figures of version 3 beside those of version 2. */
const NEW_YORK_REMARK = `Version 3 costs half a point of "safe" and 0.004 of the word's error. What it no longer takes for granted is harder to forecast
than what it took: frost on wet ground, gusts, and rain of which a run states an amount. Paddling fell furthest. Over water a gust now counts
as a steady wind 1.3 times weaker, over land 1.7 times, and gusts are forecast worse than the mean wind. It is right all the same: gusts are
what throws a beginner off a board, and version 2 called the same days safe whether they came or not.`;

const { values: options } = parseArgs({
  options: {
    archive: { type: "string" },
    fit: { type: "boolean" },
    out: { type: "string" },
    keep: { type: "boolean" },
  },
});

process.setUncaughtExceptionCaptureCallback((error) => {
  // The person who made the archive has to mend it. Our stack trace would not help.
  const text = error instanceof ArchiveError ? error.message : inspect(error);
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function timed<T>(what: string, work: () => T): T {
  const fromMs = performance.now();
  process.stdout.write(`${what} … `);
  const result = work();
  say(`${((performance.now() - fromMs) / 1000).toFixed(1)} s`);
  return result;
}

const isOwnData = options.archive === undefined;
const folder = options.archive ?? OWN_DATA;
const archive = timed(`reading ${folder}`, () => readArchive(folder));
const isToBeFitted = archive.heldOutFromMs !== undefined;
const isFit = options.fit === true || options.out !== undefined;
const sports = isToBeFitted || isFit ? SPORT_IDS : SPORTS;
const { past, held } = timed(`scoring ${sports.length} sports`, () => splitSessions(archive, sports));
say(`${past.length} sessions to fit on, ${held.length} ${isToBeFitted ? "held out" : "to judge"}`);
if (held.length === 0)
  throw new ArchiveError(
    `no session of the forecasts has weather that came, with ${PAST_HOURS} hours before it`,
  );
if (isToBeFitted && past.length === 0) {
  throw new ArchiveError("held_out_from in archive.json has to leave sessions that came before it");
}
const source = { basis: archive.basis, about: aboutOf(archive) };
if (options.keep === true) keepFigures();
else if (isFit) refit(archive, [...past, ...held], source);
else await writePage();

/** Before a change of the score: the page then shows its figures beside those of the change. */
function keepFigures(): void {
  if (!isToBeFitted) throw new ArchiveError("--keep needs an archive with held_out_from");
  const figures = timed("judging every sport", () => versionFigures({ past, held }, fitOdds(past, source)));
  say(`written: ${writeVersionFigures(folder, figures)}`);
}

async function writePage(): Promise<void> {
  const own = { past: ofSports(past), held: ofSports(held) };
  const gaugedSome = timed("scoring what gauges measured", () => gaugedSessions(archive));
  const words = timed("judging the word", () => wordFigures(own.held));
  const fit = isToBeFitted
    ? timed("fitting on what is not held out", () => fitOdds(past, source))
    : undefined;
  const odds = hasChanceOfRain(archive) ? judgedOdds(own, fit) : undefined;
  const all = [...own.past, ...own.held];
  const page = verificationPage({
    archive,
    count: own.held.length,
    words,
    fineWinter: SPORTS.map((sport) => fineWinter(sport, all)),
    gauged: gaugedSome.length > 0 ? saidAndCameByDay(gaugedSome) : [],
    odds,
    everySport: fit && timed("judging every sport", () => everySport(fit)),
    elsewhere: isOwnData ? [elsewhereSection(readElsewhere(ELSEWHERE, archive))] : [],
  });
  const target = isOwnData ? join(ROOT, "docs") : folder;
  if (odds) writePictures(join(target, "images/verification"), odds);
  const config = await prettier.resolveConfig(join(ROOT, "docs/api.md"));
  writeFileSync(
    join(target, "verification.md"),
    await prettier.format(page, { ...config, parser: "markdown" }),
  );
  say(`written: ${join(target, "verification.md")}`);
  // The rule's promise is about New York.
  if (isOwnData && words.messages !== undefined) refuseBrokenRule(words.messages);
}

function everySport(fit: OddsFit): EverySport {
  return {
    now: versionFigures({ past, held }, fit),
    before: readEarlierVersion(folder),
    judges: judges(archive, GAUGED_SPORTS),
    gaugesAre: archive.gaugesAre,
    oftenChanges: safeOftenChanges([...past, ...held]),
    remark: isOwnData ? NEW_YORK_REMARK : "",
  };
}

/** Judges the odds of a fit on the sessions that it has not seen. Without a fit, judges the odds in use. */
function judgedOdds(own: SplitSessions, fit: OddsFit | undefined): JudgedOdds {
  const used = committedFit();
  if (fit === undefined) {
    const figures = timed("judging the odds", () =>
      oddsFigures({ past: own.held, held: own.held, fit: used }),
    );
    return { figures, fit: used };
  }
  const wetAndWind = timed("scoring rain and wind alone", () =>
    splitSessions(archive, SPORTS, { isWetAndWindOnly: true }),
  );
  const figures = timed("judging the odds", () => oddsFigures({ ...own, fit, wetAndWind }));
  return { figures, fit: used, inUse: inUse(own.held, { past: own.past, fit: used }) };
}

function writePictures(images: string, { figures }: JudgedOdds): void {
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, "reliability.svg"), reliabilityPicture(figures));
  writeFileSync(join(images, "rps-by-lead.svg"), leadPicture(figures));
  const { climate, certain, odds, ratio } = figures.overall;
  say(`RPS: climate ${climate.value.toFixed(4)}, the word ${certain.value.toFixed(4)}`);
  say(`odds ${odds.value.toFixed(4)}, ${ratio.value.toFixed(3)} of the word's`);
}

function refuseBrokenRule({ all }: NonNullable<MessageFigures>): void {
  for (const problem of messageProblems(all)) {
    say(`The rule of what is worth telling fails. ${problem}`);
    process.exitCode = 1;
  }
}

function ofSports(sessions: readonly JudgedSession[]) {
  return sessions.filter(({ sport }) => SPORTS.includes(sport));
}

/** With --fit, judges the fit by season. Prints how the coefficients would change. With --out, writes the new coefficients. */
function refit(archive: Archive, sessions: readonly JudgedSession[], source: FitSource): void {
  if (options.fit === true) {
    let sum = 0;
    for (const { season, count, odds, certain } of judgedBySeason(sessions, source)) {
      say(`${season}: odds ${odds.toFixed(4)}, the word ${certain.toFixed(4)} (${count} sessions)`);
      sum += odds * count;
    }
    say(`all seasons, each by a fit of the others: odds ${(sum / sessions.length).toFixed(4)}`);
  }
  const fit = timed("fitting on all", () => fitOdds(sessions, source));
  // Of whatever version of the model: after a change of a score, the committed fit is still the one of the version before.
  const before = JSON.parse(readFileSync(COEFFICIENTS, "utf8")) as OddsFit;
  for (const { name, playable, safe } of fit.groups) {
    const old = before.groups.find((group) => group.name === name);
    for (const [step, now] of Object.entries({ playable, safe })) {
      const was = step === "playable" ? old?.playable : old?.safe;
      const changes = (["steepness", "fade", "bend", "middle", "drift"] as const).map(
        (key) => `${key} ${was?.[key] ?? "(none)"} → ${now[key]}`,
      );
      say(`${name}, ${step}: ${changes.join(", ")}`);
    }
  }
  if (options.out === undefined) return;
  mkdirSync(dirname(options.out), { recursive: true });
  const file = { ...fit, safe_often_changes: safeOftenChanges(sessions) };
  writeFileSync(options.out, `${JSON.stringify(file, null, 2)}\n`);
  say(`written: ${options.out}; ${archive.basis} is what answers will name as their basis`);
}

function committedFit(): OddsFit {
  const read = oddsFitFromJson(readFileSync(COEFFICIENTS, "utf8"));
  if ("problems" in read) throw new Error(read.problems.join(" "));
  return read.fit;
}

function aboutOf({ forecasts, place, credit }: Archive): string {
  const [from, to] = [forecasts[0], forecasts.at(-1)].map((forecast) =>
    new Date(forecast?.generatedAtMs ?? 0).toISOString().slice(0, 10),
  );
  return `Fitted by npm run verify -- --fit on ${forecasts.length} forecasts for ${place}, ${from} to ${to}, and the weather that came. ${credit}.`;
}
