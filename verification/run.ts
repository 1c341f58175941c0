// `npm run verify`: was it as we said? Options: --data DIR, --fit, --out FILE.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import * as prettier from "prettier";
import { oddsFitFromJson, type OddsFit } from "../src/scoring/odds/fit.ts";
import { SPORT_IDS } from "../src/scoring/sports/find-profile.ts";
import { readArchive, type Archive } from "./archive.ts";
import { figures, gaugedSessions, inUse, splitSessions, SPORTS } from "./figures.ts";
import { fitOdds, type FitSource } from "./fit-odds.ts";
import type { JudgedSession } from "./judged-sessions.ts";
import { verificationPage } from "./page.ts";
import { leadPicture, reliabilityPicture } from "./pictures.ts";
import { judgedBySeason } from "./seasons.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const OWN_DATA = join(ROOT, "verification/new-york");
export const COEFFICIENTS = join(ROOT, "src/scoring/odds/open-meteo-nyc-2025.json");

const { values: options } = parseArgs({
  options: { data: { type: "string" }, fit: { type: "boolean" }, out: { type: "string" } },
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

const folder = options.data ?? OWN_DATA;
const archive = timed(`reading ${folder}`, () => readArchive(folder));
const { past, held } = timed(`scoring ${SPORT_IDS.length} sports`, () => splitSessions(archive, SPORT_IDS));
say(`${past.length} sessions to fit on, ${held.length} held out`);
if (past.length === 0 || held.length === 0) {
  throw new Error(
    "held_out_from in archive.json has to leave sessions that came before it and some from then on",
  );
}
const source = { basis: archive.basis, about: aboutOf(archive) };
if (options.fit === true || options.out !== undefined) refit(archive, [...past, ...held], source);
else await writePage();

async function writePage(): Promise<void> {
  const fit = timed("fitting on what is not held out", () => fitOdds(past, source));
  const wetAndWind = timed("scoring rain and wind alone", () =>
    splitSessions(archive, SPORTS, { isWetAndWindOnly: true }),
  );
  const gauged = timed("scoring what gauges measured", () => gaugedSessions(archive));
  const own = { past: ofSports(past), held: ofSports(held) };
  const found = timed("drawing weeks", () => figures({ ...own, fit, wetAndWind, gauged }));
  const used = committedFit();
  const page = verificationPage({
    archive,
    figures: found,
    inUse: inUse(own.held, { fit: used, past: own.past }),
    fit: used,
  });
  const target = options.data === undefined ? join(ROOT, "docs") : folder;
  const images = join(target, "images/verification");
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, "reliability.svg"), reliabilityPicture(found));
  writeFileSync(join(images, "rps-by-lead.svg"), leadPicture(found));
  const config = await prettier.resolveConfig(join(ROOT, "docs/api.md"));
  writeFileSync(
    join(target, "verification.md"),
    await prettier.format(page, { ...config, parser: "markdown" }),
  );
  const { overall } = found;
  say(`RPS: climate ${overall.climate.value.toFixed(4)}, the word ${overall.certain.value.toFixed(4)}`);
  say(`odds ${overall.odds.value.toFixed(4)}, ${overall.ratio.value.toFixed(3)} of the word's`);
  say(`written: ${join(target, "verification.md")}`);
}

function ofSports(sessions: readonly JudgedSession[]) {
  return sessions.filter(({ sport }) => SPORTS.includes(sport));
}

/** Judges the fit by season, shows what would change, and writes it where `--out` says. */
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
  const before = committedFit();
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
  writeFileSync(options.out, `${JSON.stringify(fit, null, 2)}\n`);
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
