// The definition of a custom sport, and the rule for each property. `curveProblems` checks the curves of its profile.
import { closest } from "fastest-levenshtein";
import { SPORT_IDS } from "./find-profile.ts";
import type { CurvePoint, SportProfile, SurfaceName } from "./profile.ts";
import { SURFACES } from "./profiles.ts";

/**
 * A custom sport: a built-in sport and what differs from it, spelt as in its JSON. `readSportDefinition` checks the
 * values, `customProfile` applies them.
 */
export interface SportDefinition {
  /**
   * Its name, in any spelling that `sportName` treats as equal. It overrides only that name: a custom `tennis` leaves
   * the alias `lawn_tennis` alone, and a custom `soccer` leaves `football`.
   */
  readonly id: string;
  /** A built-in id. */
  readonly base: string;
  /** The base's label by default. */
  readonly label?: string;

  // Sliders: how far the base's curves are stretched (tolerances) or shifted.
  readonly rain_tolerance?: number;
  readonly wind_tolerance?: number;
  readonly temp_shift_c?: number;

  // Facts about the venue.
  readonly covered?: boolean;
  readonly sheltered?: boolean;
  readonly floodlit?: boolean;
  readonly surface?: SurfaceName;

  // The model's own numbers. Parts of `weight` and `wet` that are left out keep the base's values.
  readonly weight?: Partial<SportProfile["weight"]>;
  readonly rain?: readonly CurvePoint[];
  readonly wind?: readonly CurvePoint[];
  readonly temp?: readonly CurvePoint[];
  readonly wet?: { readonly weight?: number; readonly half_life_h?: number; readonly full_mm?: number };
  readonly snow?: number;
  readonly fog?: number;
  readonly night?: number;
}

/** Returns the problems of a value; each is a sentence that begins with the path. */
type Rule = (path: string, value: unknown) => readonly string[];

type Rules = Readonly<Record<string, Rule>>;

/**
 * The error for an unknown sport lists the account's custom sports. With longer names, it could exceed the size limit of
 * gRPC's headers.
 */
const ID_LENGTH_MAX = 24;
const ID = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/;

/** Leaves room for the longest reason in a summary. */
const LABEL_LENGTH_MAX = 24;
/** No markup: summaries contain the label, and some pages may not escape them. */
const LABEL = /^[\p{L}\p{M}\p{Nd} '’&().,-]+$/u;

const share = numberFrom(0, 1);
const flag = rule("must be true or false", (value) => typeof value === "boolean");

/** The bounds of a curve's x are beyond any weather, and keep stretched curves finite. */
const DEFINITION_RULES = {
  id: rule(
    `must be 1 to ${ID_LENGTH_MAX} lower-case letters and digits, words joined by - or _, beginning with a letter`,
    (value) => typeof value === "string" && value.length <= ID_LENGTH_MAX && ID.test(value),
  ),
  base: oneOf(SPORT_IDS),
  label: rule(
    `must be 1 to ${LABEL_LENGTH_MAX} letters of any script, digits, spaces and - ' ’ & ( ) . , without spaces around it`,
    (value) =>
      typeof value === "string" &&
      value.length <= LABEL_LENGTH_MAX &&
      LABEL.test(value) &&
      value.trim() === value,
  ),
  rain_tolerance: numberFrom(0.25, 4),
  wind_tolerance: numberFrom(0.5, 2),
  temp_shift_c: numberFrom(-10, 10),
  covered: flag,
  sheltered: flag,
  floodlit: flag,
  surface: oneOf(Object.keys(SURFACES)),
  weight: objectOf({ rain: share, wind: share, temp: share, cloud: share }),
  rain: curveWithin(0, 500),
  wind: curveWithin(0, 500),
  temp: curveWithin(-100, 100),
  wet: objectOf({ weight: share, half_life_h: numberFrom(0.25, 72), full_mm: numberFrom(0.1, 100) }),
  snow: share,
  fog: share,
  night: share,
} satisfies Record<keyof SportDefinition, Rule>;

const REQUIRED: readonly (keyof SportDefinition)[] = ["id", "base"];

/**
 * A property, and a venue fact that overrides the property if the fact has the value `is`. A definition must not have
 * both.
 */
const SETTLED: readonly (readonly [
  property: keyof SportDefinition,
  fact: "covered" | "floodlit",
  is: boolean,
])[] = [
  ["wet", "covered", true],
  ["snow", "covered", true],
  ["night", "floodlit", true],
  ["night", "floodlit", false],
];

/** The valid part of a definition, and the problems of the rest. */
interface ReadSportDefinition {
  /** The properties without a problem. */
  readonly sound: Partial<SportDefinition>;
  /** A sentence each that names the property; empty for a valid definition. */
  readonly problems: readonly string[];
  /** Problems that earlier versions accepted, so they may be in stored definitions; they do not invalidate the rest. */
  readonly outdated: readonly string[];
}

/** Nothing is repaired: a value is used as it is or not at all. */
export function readSportDefinition(value: unknown): ReadSportDefinition {
  if (!isObject(value)) {
    return { sound: {}, problems: ["A sport must be an object with an id and a base."], outdated: [] };
  }
  const members = Object.entries(value).map((member) => ({
    member,
    isLabel: member[0] === "label",
    problems: memberProblems(DEFINITION_RULES, "", member),
  }));
  const sound = members.filter(({ problems }) => problems.length === 0).map(({ member }) => member);
  const missing = REQUIRED.filter((name) => !Object.hasOwn(value, name)).map(
    (name) => `${name}: is required.`,
  );
  const settled = (is: boolean) =>
    SETTLED.filter(([name, fact, by]) => by === is && value[fact] === by && Object.hasOwn(value, name)).map(
      ([name, fact]) => `${name}: is settled by ${fact}: leave out one of the two.`,
    );
  return {
    // The rules accept exactly what the type allows.
    sound: Object.fromEntries(sound) as Partial<SportDefinition>,
    problems: [
      ...missing,
      ...members.flatMap(({ problems, isLabel }) => (isLabel ? [] : problems)),
      ...settled(true),
    ],
    outdated: [...members.flatMap(({ problems, isLabel }) => (isLabel ? problems : [])), ...settled(false)],
  };
}

function memberProblems(
  rules: Rules,
  prefix: string,
  [name, member]: readonly [name: string, member: unknown],
): readonly string[] {
  const path = prefix + name;
  // "constructor" must not find what every object inherits.
  const memberRule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (memberRule !== undefined) return memberRule(path, member);
  return [`${path}: is not known. Did you mean ${prefix}${closest(name, Object.keys(rules))}?`];
}

function rule(expected: string, accepts: (value: unknown) => boolean): Rule {
  return (path, value) => (accepts(value) ? [] : [`${path}: ${expected}.`]);
}

function numberFrom(min: number, max: number): Rule {
  return rule(`must be a number from ${min} to ${max}`, (value) => isNumberFrom(min, max, value));
}

function oneOf(names: readonly string[]): Rule {
  return rule(`must be one of ${names.join(", ")}`, (value) => names.some((name) => name === value));
}

function objectOf(rules: Rules): Rule {
  return (path, value) =>
    isObject(value)
      ? Object.entries(value).flatMap((member) => memberProblems(rules, `${path}.`, member))
      : [`${path}: must be an object with some of ${Object.keys(rules).join(", ")}.`];
}

function curveWithin(min: number, max: number): Rule {
  const isPoint = (point: unknown) =>
    Array.isArray(point) &&
    point.length === 2 &&
    isNumberFrom(min, max, point[0]) &&
    typeof point[1] === "number";
  return rule(
    `must be a list of points [x, y] with x from ${min} to ${max}`,
    (value) => Array.isArray(value) && value.every(isPoint),
  );
}

function isNumberFrom(min: number, max: number, value: unknown): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The problems of a curve, a sentence each. These rules ensure that more rain never helps and a gust never helps a calm day. */
export function curveProblems(name: "rain" | "wind" | "temp", points: readonly CurvePoint[]): string[] {
  const steps = points.slice(1).map(([x, y], i) => {
    const [xBefore = Number.NaN, yBefore = Number.NaN] = points[i] ?? [];
    return { right: x - xBefore, up: y - yBefore };
  });
  const firstFall = steps.findIndex(({ up }) => up < 0);
  const risesAgain = firstFall >= 0 && steps.slice(firstFall).some(({ up }) => up > 0);
  const startsDry = points[0]?.[0] === 0 && points[0][1] === 1;
  const rules: readonly (readonly [isKept: boolean, rule: string])[] = [
    [points.length >= 2 && points.length <= 12, "must have 2 to 12 points."],
    [steps.every(({ right }) => right > 0), "x must increase from point to point."],
    [
      points.every(([x, y]) => Number.isFinite(x) && y >= 0 && y <= 1),
      "x must be finite and y must be between 0 and 1.",
    ],
    [points.some(([, y]) => y === 1), "at least one y must be 1."],
    [name !== "rain" || startsDry, "must start at [0, 1]."],
    [name !== "rain" || steps.every(({ up }) => !(up > 0)), "must never rise."],
    // With a second peak, a stronger gust or more wind could help again.
    [name === "rain" || !risesAgain, "must rise to one plateau and then fall."],
  ];
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [`${name}: ${rule}`]));
}
