// Finds untrue sentences, in any sport and weather. The quick test tries a few situations, the far test many.
import fc from "fast-check";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";
import { SPORT_NAMES } from "../../src/scoring/sports/find-profile.ts";
import type { SessionScore } from "../../src/scoring/session-score.ts";
import type { Language } from "../../src/words/language.ts";
import { summary } from "../../src/words/summary.ts";
import { leadOf, valueAt } from "../../src/scoring/weather-columns.ts";
import { mildSessions, patchySessions } from "../scoring/arbitrary-sessions.ts";
import { maybeSessionOf, type Sport } from "../scoring/score-of.ts";

const OWN_SPORTS: readonly SportDefinition[] = [
  { id: "covered-padel", base: "padel", covered: true },
  { id: "hall", base: "tennis", covered: true, label: "the hall" },
  { id: "wall", base: "climbing", surface: "artificial" },
  { id: "lab", base: "kitesurfing", label: "kite racing for veterans", floodlit: true },
];

const sport: fc.Arbitrary<Sport> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Sport>(...SPORT_NAMES) },
  { weight: 1, arbitrary: fc.constantFrom<Sport>(...OWN_SPORTS) },
);

const start = (days: number, hour: number, timeZone: string) =>
  Temporal.ZonedDateTime.from({ year: 2026, month: 11, day: 21, hour, timeZone }).add({ days });

const better = fc
  .record({
    days: fc.integer({ min: 0, max: 7 }),
    hour: fc.nat({ max: 23 }),
    timeZone: fc.constantFrom("UTC", "Europe/London"),
  })
  .map(({ days, hour, timeZone }) => ({
    session: start(0, 10, timeZone),
    better: start(days, hour, timeZone),
    isUtc: timeZone === "UTC",
  }));

/** Sessions with the lead of their forecast, and perhaps a better start. */
const situations = fc.record({
  session: fc.oneof(patchySessions(sport), mildSessions(sport)),
  leadHours: fc.integer({ min: 0, max: 168 }),
  better: fc.option(better, { nil: undefined }),
});

/** Tries `runs` situations in a language, and reports the smallest with an untrue sentence, or undefined. */
export function somethingUntrue(language: Language, runs: number): string | undefined {
  const wordOfNumber = new Map<string, string>();
  const tried = fc.check(
    fc.property(situations, ({ session: { sport, hours, ...slot }, leadHours, better }) => {
      const score = maybeSessionOf(sport, hours, slot);
      if (score === undefined) return;
      const text = summary(score, { language, leadHours, better });
      const said: Said = { language, score, text };
      const problem =
        misfit(said) ??
        chanceWithAnotherWord(said) ??
        windWithAnotherWord(said, wordOfNumber) ??
        wetCalledDry(said) ??
        roofNotTold(said) ??
        partNotTold(said);
      if (problem !== undefined) throw new Error(`${problem}: ${text}`);
    }),
    { numRuns: runs },
  );
  return fc.defaultReportMessage(tried);
}

/** A sentence, its language, and the session that it is about. */
interface Said {
  readonly language: Language;
  readonly score: SessionScore;
  readonly text: string;
}

type Problem = string | undefined;

function misfit({ language, text }: Said): Problem {
  if (text.length > (language.lengthMax ?? 160)) return `${text.length} characters are too many`;
  if (/NaN|undefined|null|Infinity|\s-\d|−0|\.\.| {2}| [.,]|,,/.test(text)) return "a value is misprinted";
  return /^\p{Lu}.*\.$/u.test(text) ? undefined : "it is not a sentence";
}

/** What may fall has a chance of 20 % or more, likely rain one of 60 or 70 %. Higher chances have none. */
function chanceWithAnotherWord({ language: { percent, precipitation, veiledBy }, text }: Said): Problem {
  for (let chance = 0; chance <= 100; chance += 10) {
    const at = text.indexOf(`(${percent(chance)})`);
    if (at < 0) continue;
    // French says "de la pluie est probable" for "pluie probable".
    const before = text.slice(0, at).replace(/ (?:est|sont) (?=probable)/g, " ");
    // Snow that takes the view has any chance from 50 % on.
    if (chance >= 50 && (before.includes(veiledBy.snow) || before.includes(veiledBy.heavySnow))) continue;
    const words = Object.entries(precipitation).flatMap(([name, each]) =>
      Object.values(each).map((said) => ({ name, said })),
    );
    // The longest of those that end last: "a chance of rain" contains "rain".
    const ends = words.map(
      ({ said }) => before.lastIndexOf(said) + said.length * Number(before.includes(said)),
    );
    const last = Math.max(...ends);
    const said = longest(words.filter((_, i) => ends[i] === last).map((each) => each.said));
    const name = words.find((each) => each.said === said)?.name;
    const isSo = chance >= 60 ? name === "likely" && chance < 80 : name === "possible" && chance >= 20;
    if (!isSo) return `${chance} % is not a chance of ${said}`;
  }
  return undefined;
}

/** A wind speed in km/h has one word for a sport, or two by whether the verdict is poor; unless its gusts are the matter. */
function windWithAnotherWord({ language, score, text }: Said, wordOfNumber: Map<string, string>): Problem {
  if (!language.speed.unit.includes("km")) return undefined;
  const { profile } = score.session;
  const before = language.aboutSpeed("#").split("#")[0] ?? "";
  const [, clause = "", number] = new RegExp(`(.*) \\(${before}(\\d+)`).exec(text) ?? [];
  if (number === undefined || clause.includes(language.gustyWind)) return undefined;
  const words = [...Object.values(language.when), language.throughout].reduce(
    (rest, when) => (rest.endsWith(when) ? rest.slice(0, -when.length) : rest),
    clause,
  );
  const withoutSigns = (fair: string) => fair.replace(/^\P{L}+| \(.*$/gu, "");
  const fairWinds = [language.withGoodWind(""), language.withWind.light].map(withoutSigns);
  const winds = [...Object.values(language.wind), ...Object.values(language.littleWind), ...fairWinds];
  const said = longest(
    winds.filter((wind) => words.endsWith(wind) && !/\p{L}$/u.test(words.slice(0, -wind.length))),
  );
  if (said === undefined) return "a wind speed has no word";
  const isPoor = score.recommendation === "not_recommended";
  const key = `${JSON.stringify(profile.wind)}, ${profile.weight.wind}, ${isPoor}, ${number}`;
  const saidBefore = wordOfNumber.get(key) ?? said;
  wordOfNumber.set(key, saidBefore);
  const isSame = saidBefore === said || fairWinds.includes(said) || fairWinds.includes(saidBefore);
  return isSame ? undefined : `${key} was ${saidBefore} before`;
}

/** The longest of the words found in a text, since "very strong wind" contains "strong wind". */
function longest(words: readonly string[]): string | undefined {
  return words.toSorted((a, b) => b.length - a.length)[0];
}

/** Whether an hour of the session is too wet to be called dry. */
function isWetAnywhere({ session, hours, minutes }: SessionScore): boolean {
  const { weather } = session;
  return minutes.some((count, entry) => {
    const hour = hours.first + entry;
    const rainMm = valueAt(weather.rainMm, hour);
    const hasFallen = leadOf(weather, hour) < 0 && !Number.isNaN(rainMm);
    const isLikely = !hasFallen && valueAt(weather.precipProbPct, hour) >= 15;
    return count > 0 && (isLikely || rainMm >= 0.1);
  });
}

function wetCalledDry({ language: { colon, sky, dryBut }, score, text }: Said): Problem {
  const isDry = [sky.sunny, sky.dry, sky.cloudy, ...Object.values(dryBut)].some((words) =>
    text.includes(colon + words),
  );
  const isUntrue = isDry && !text.includes(sky.underRoof) && isWetAnywhere(score);
  return isUntrue ? "wet weather is called dry" : undefined;
}

/** Under a roof, rain and snow do not count against a session, and the opening does not call it weather. */
function roofNotTold({ language, score, text }: Said): Problem {
  if (score.session.profile.isCovered !== true) return undefined;
  const isWeather =
    language.conditions !== undefined &&
    Object.values(language.opening).some((opening) => text.startsWith(opening));
  if (isWeather) return "a covered session is called weather";
  const [sentence = ""] = text.split(language.semicolon);
  const { expected, likely, possible } = language.precipitation;
  const others = [expected, likely, possible].map(({ freezingRain }) => freezingRain);
  const inside = [
    ...others,
    language.veiledBy.heavySnow,
    language.veiledBy.snow,
    language.sky.underRoof,
  ].reduce((rest, words) => rest.replace(words, ""), sentence);
  const falling = Object.values(language.precipitation)
    .flatMap((words) => Object.values(words))
    .find((words) => inside.includes(words));
  if (falling !== undefined) return `under the roof there is ${falling}`;
  const isTold =
    text.includes(language.sky.underRoof) || text.length > 100 || isStormTold({ language, score, text });
  return isWetAnywhere(score) && !isTold ? "the roof is not mentioned" : undefined;
}

function isStormTold({ language, score, text }: Said): boolean {
  return score.isStormy && text.includes(language.storm("", "").split(" ")[0] ?? "");
}

/** If one factor alone costs points, the worst third has to be mentioned if it loses 15 points more than each other third. */
function partNotTold({ language, score, text }: Said): Problem {
  const costly = Object.values(score.hours.multiplier).filter((column) => column.some((left) => left < 1));
  if (costly.length > 1) return undefined;
  if (score.session.durationMinutes < 45 || isStormTold({ language, score, text })) return undefined;
  const losses = [0, 1, 2].map((third) => meanLoss(score, third)).filter((loss) => !Number.isNaN(loss));
  const [worst = 0, next = worst] = losses.toSorted((a, b) => b - a);
  if (worst - next < 15 + 1e-6) return undefined;
  const { all: _all, ...dark } = language.dark;
  const told = [
    ...Object.values(language.when),
    ...Object.values(dark),
    ...Object.values(language.expectedStorm),
    ...Object.values(language.possibleStorm),
  ];
  return told.some((words) => text.includes(words)) ? undefined : "the worst third is not mentioned";
}

/** The mean points lost in a third of a session, by the minute. */
function meanLoss({ session, hours, minutes }: SessionScore, third: number): number {
  const length = session.durationMinutes / 3;
  let weight = 0;
  let loss = 0;
  for (let minute = 0; minute < session.durationMinutes; minute += 1) {
    const share = Math.min(minute + 1, (third + 1) * length) - Math.max(minute, third * length);
    const entry = Math.floor((session.startMinute + minute) / 60) - hours.first;
    if (share <= 0 || (minutes[entry] ?? 0) === 0) continue;
    weight += share;
    loss += share * (100 - (hours.score[entry] ?? 0));
  }
  return loss / weight;
}
