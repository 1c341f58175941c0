// The coefficients of the odds, fitted on past forecasts and the actual weather.
import { MODEL_VERSION } from "../model-version.ts";
import { SPORT_IDS } from "../sports/find-profile.ts";

/** The chance that the actual weather deserves a verdict or a better one; its log-odds are a function of the score. */
export interface StepCoefficients {
  /** Logarithm of the steepness over the score, at a lead of 0. */
  readonly steepness: number;
  /**
   * Multiplied by the square root of the lead in days, and added to `steepness`; at most 0, because older forecasts say
   * less.
   */
  readonly fade: number;
  /** Logarithm of the weight of a point at score 100 divided by its weight at score 0; 0 is a straight line. */
  readonly bend: number;
  /** The score, as a share of 100 and after `bend`, at which the chance is one half, at a lead of 0. */
  readonly middle: number;
  /** Multiplied by the same square root, and added to `middle`: forecasts days ahead are too pessimistic, or too hopeful. */
  readonly drift: number;
}

/** Sports whose scores are equally reliable. */
export interface OddsGroup {
  readonly name: string;
  /** Built-in sports; a custom sport belongs to the group of its base. */
  readonly sports: readonly string[];
  /** The chance of a verdict better than not_recommended. */
  readonly playable: StepCoefficients;
  /** The chance of safe_to_book, given that the verdict is better than not_recommended. */
  readonly safe: StepCoefficients;
}

export interface OddsFit {
  /** The name in answers: the provider, place and last year of the forecasts. */
  readonly basis: string;
  /** Where the coefficients come from, as a text for people. */
  readonly about: string;
  /** The model version of the scores that the coefficients were fitted on. */
  readonly model_version: string;
  readonly groups: readonly OddsGroup[];
  /**
   * Built-in sports of which "safe" held in fewer than two of three sessions, each with the days ahead from which on it
   * did. A sport that is not listed has no such days.
   */
  readonly safe_often_changes?: Readonly<Record<string, number>>;
}

const BASIS = /^[a-z0-9][a-z0-9.-]{0,63}$/;
/** Coefficients outside these ranges are mistakes: real ones are below 10. */
const RANGES = {
  steepness: [-5, 10],
  fade: [-5, 0],
  bend: [-20, 20],
  middle: [-5, 5],
  drift: [-1, 1],
} as const;

/** The fit in a JSON text, or all of its problems, a sentence each. */
export function oddsFitFromJson(
  text: string,
): { readonly fit: OddsFit } | { readonly problems: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problems: ["It is not JSON."] };
  }
  const problems = fitProblems(value);
  return problems.length === 0 ? { fit: value as OddsFit } : { problems };
}

function fitProblems(value: unknown): readonly string[] {
  const { basis, about, model_version: version, groups, safe_often_changes: changing } = fieldsOf(value);
  const problems: string[] = [];
  if (typeof basis !== "string" || !BASIS.test(basis)) {
    problems.push("basis has to be lower-case letters, digits, dots and hyphens, at most 64.");
  }
  if (typeof about !== "string") problems.push("about has to say where the coefficients are from.");
  if (version !== MODEL_VERSION) {
    problems.push(
      `It is for scores of model version ${String(version)}, these are of ${MODEL_VERSION}: refit.`,
    );
  }
  if (changing !== undefined) problems.push(...changingProblems(changing));
  if (!Array.isArray(groups) || groups.length === 0) return [...problems, "groups has to be a list."];
  const taken = new Set<unknown>();
  for (const group of groups) {
    const { name, sports, playable, safe } = fieldsOf(group);
    const title = `The group ${String(name)}`;
    for (const sport of Array.isArray(sports) ? sports : [undefined]) {
      if (!SPORT_IDS.includes(sport as string))
        problems.push(`${title} has no known sport ${String(sport)}.`);
      if (taken.has(sport)) problems.push(`${String(sport)} is in two groups.`);
      taken.add(sport);
    }
    for (const [step, coefficients] of Object.entries({ playable, safe })) {
      for (const [key, [min, max]] of Object.entries(RANGES)) {
        const number = fieldsOf(coefficients)[key];
        if (typeof number === "number" && number >= min && number <= max) continue;
        problems.push(`${title} needs ${step}.${key} from ${min} to ${max}.`);
      }
    }
  }
  return problems;
}

/** Forecasts are for up to seven days. */
const DAYS_MAX = 7;

function changingProblems(changing: unknown): readonly string[] {
  if (typeof changing !== "object" || changing === null || Array.isArray(changing)) {
    return ["safe_often_changes has to be an object of sports and days ahead."];
  }
  return Object.entries(changing).flatMap(([sport, days]) => {
    const isDays = Number.isInteger(days) && days >= 0 && days <= DAYS_MAX;
    if (SPORT_IDS.includes(sport) && isDays) return [];
    return [
      `safe_often_changes needs a built-in sport and its days ahead from 0 to ${DAYS_MAX}, not ${sport}.`,
    ];
  });
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
