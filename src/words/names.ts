// Names of sports, verdicts and factors for lists, legends and headings. Sentences have their own words.
import type { Factor } from "../scoring/hour-score.ts";
import type { SportId } from "../scoring/sports/sports.ts";
import type { Verdict } from "../scoring/verdicts.ts";

export interface Names {
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly factors: Readonly<Record<AnswerFactor<Factor>, string>>;
  /** By the id of a built-in sport. */
  readonly sports: Readonly<Record<SportId, string>>;
}

/** A factor as answers call it. */
type AnswerFactor<Name extends Factor> = Name extends "temp"
  ? "temperature"
  : Name extends "wet"
    ? "wet_surface"
    : Name extends "dark"
      ? "darkness"
      : Name;
