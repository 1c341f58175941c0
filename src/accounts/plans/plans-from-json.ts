// Plans in the form of PLANS_FILE and of `plans --json`: snake_case names, null for undefined.
import { closest } from "fastest-levenshtein";
import { isOneLine } from "../one-line.ts";
import { INTERNAL_PLAN } from "./built-in-plans.ts";
import type { Plan, PlanFeature } from "./plan.ts";
import { UNKNOWN_PLAN } from "./plans.ts";

type JsonObject = Readonly<Record<string, unknown>>;

interface Rule {
  /** What the value has to be, for error messages. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** The default; without one the value is required. */
  readonly missing?: unknown;
}

/** A larger number is a mistake: ten thousand accounts on the largest plan make fewer calls. */
const COUNT_MAX = 1_000_000_000_000;
/** Features by their names in a file. */
const FEATURES = {
  usage_dashboard: "usageDashboard",
  custom_sports: "customSports",
  sla: "sla",
} as const satisfies Readonly<Record<string, PlanFeature>>;
const FEATURE_NAMES = Object.keys(FEATURES);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const NEW_PLACES: Readonly<Record<string, Rule>> = {
  burst: count(),
  per_minute: count(),
  at_once: count(),
};

const RULES: Readonly<Record<string, Rule>> = {
  name: {
    expected: `must be 1 to 32 lower-case letters, digits, - or _, with a letter first, and not ${UNKNOWN_PLAN}`,
    accepts: (value) => isText(value) && /^[a-z][a-z0-9_-]{0,31}$/.test(value) && value !== UNKNOWN_PLAN,
  },
  title: text(40),
  price: { ...text(40), expected: 'must be a text of 1 to 40 characters on one line, in quotes: "19"' },
  currency: {
    expected: "must be the three capital letters of a currency (ISO 4217), such as EUR, or null",
    accepts: (value) => value === null || (isText(value) && CURRENCIES.has(value)),
    missing: null,
  },
  monthly_quota: orNull(count(), "null where it is agreed per account"),
  concurrent_calls: count(),
  new_places: orNull(
    { expected: "must be an object with burst, per_minute and at_once", accepts: isObject },
    "null where there is no limit",
  ),
  support: { ...text(80), missing: "" },
  extras: listOf(text(80), "must be a list of texts"),
  includes: listOf(
    { expected: "", accepts: (value) => isText(value) && FEATURE_NAMES.includes(value) },
    `must be a list of some of ${FEATURE_NAMES.join(", ")}`,
  ),
  for_sale: {
    expected: "must be true or false",
    accepts: (value) => typeof value === "boolean",
    missing: true,
  },
};

/** The plans in a JSON text, with `internal` unless the text has it; or all of its problems, a sentence each. */
export function plansFromJson(
  text: string,
): { readonly plans: readonly Plan[] } | { readonly problems: readonly string[] } {
  let json: unknown;
  try {
    // Some editors begin a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { problems: [`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`] };
  }
  const list = isObject(json) ? json["plans"] : undefined;
  if (!Array.isArray(list) || list.length === 0) {
    return {
      problems: ['It must be an object with a list of plans, smallest first: {"plans": [{…}, …]}.'],
    };
  }
  const problems = [
    ...list.flatMap((value: unknown, index) =>
      planProblems(value).map((problem) => `Plan ${index + 1}${nameOf(value)}: ${problem}`),
    ),
    ...repeatedNames(list).map((name) => `The plan ${name} occurs twice.`),
  ];
  if (problems.length > 0) return { problems };
  const plans = (list as JsonObject[]).map(planFromJson);
  const hasInternal = plans.some(({ name }) => name === INTERNAL_PLAN.name);
  return { plans: hasInternal ? plans : [...plans, INTERNAL_PLAN] };
}

export function planToJson(plan: Plan): object {
  const { newPlaces, includes } = plan;
  return {
    name: plan.name,
    title: plan.title,
    price: plan.price,
    currency: plan.currency ?? null,
    monthly_quota: plan.monthlyQuota ?? null,
    concurrent_calls: plan.concurrentCalls,
    new_places:
      newPlaces === undefined
        ? null
        : { burst: newPlaces.burst, per_minute: newPlaces.perMinute, at_once: newPlaces.atOnce },
    support: plan.support,
    extras: plan.extras,
    includes: Object.entries(FEATURES).flatMap(([name, feature]) => (includes[feature] ? [name] : [])),
    for_sale: plan.isForSale,
  };
}

/** For an object without problems. */
function planFromJson(json: JsonObject): Plan {
  const valueOf = <T>(name: string) => (json[name] === undefined ? RULES[name]?.missing : json[name]) as T;
  const newPlaces = valueOf<{ burst: number; per_minute: number; at_once: number } | null>("new_places");
  const includes = valueOf<readonly string[]>("includes");
  return {
    name: valueOf("name"),
    title: valueOf("title"),
    price: valueOf("price"),
    currency: valueOf<string | null>("currency") ?? undefined,
    monthlyQuota: valueOf<number | null>("monthly_quota") ?? undefined,
    concurrentCalls: valueOf("concurrent_calls"),
    newPlaces:
      newPlaces === null
        ? undefined
        : { burst: newPlaces.burst, perMinute: newPlaces.per_minute, atOnce: newPlaces.at_once },
    support: valueOf("support"),
    extras: valueOf("extras"),
    includes: Object.fromEntries(
      Object.entries(FEATURES).map(([name, feature]) => [feature, includes.includes(name)]),
    ) as Plan["includes"],
    isForSale: valueOf("for_sale"),
  };
}

function planProblems(value: unknown): readonly string[] {
  if (!isObject(value)) return ["it must be an object."];
  const { new_places: newPlaces, currency, price } = value;
  return [
    ...membersProblems(RULES, value),
    ...(isObject(newPlaces) ? membersProblems(NEW_PLACES, newPlaces, "new_places.") : []),
    ...(isText(price) ? priceProblems(price, currency) : []),
  ];
}

/** Bills use the price: an amount without a currency would never be billed. */
function priceProblems(price: string, currency: unknown): readonly string[] {
  if (isText(currency)) {
    return /^\d{1,9}(\.\d{1,2})?$/.test(price)
      ? []
      : ['price: must be a number such as "49" or "49.50" if there is a currency.'];
  }
  return /^[\d.,' ]+$/.test(price) ? ["currency: is required if the price is a number, such as EUR."] : [];
}

function membersProblems(
  rules: Readonly<Record<string, Rule>>,
  object: JsonObject,
  prefix = "",
): readonly string[] {
  const unknown = Object.keys(object).filter((name) => !Object.hasOwn(rules, name));
  return [
    ...unknown.map(
      (name) => `${prefix}${name}: is not known. Did you mean ${prefix}${closest(name, Object.keys(rules))}?`,
    ),
    ...Object.entries(rules).flatMap(([name, { expected, accepts, missing }]) => {
      const value = object[name];
      if (value === undefined)
        return missing === undefined ? [`${prefix}${name}: is required; it ${expected}.`] : [];
      return accepts(value) ? [] : [`${prefix}${name}: ${expected}.`];
    }),
  ];
}

function repeatedNames(list: readonly unknown[]): readonly string[] {
  const names = list.map((value) => (isObject(value) ? value["name"] : undefined)).filter(isText);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** ` (club)`, if it has a name. */
function nameOf(value: unknown): string {
  const name = isObject(value) ? value["name"] : undefined;
  return isText(name) ? ` (${name})` : "";
}

function text(lengthMax: number): Rule {
  return {
    expected: `must be a text of 1 to ${lengthMax} characters on one line`,
    accepts: (value) =>
      isText(value) && value.trim() === value && value.length <= lengthMax && isOneLine(value),
  };
}

function count(): Rule {
  return {
    expected: `must be a whole number from 1 to ${COUNT_MAX}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= COUNT_MAX,
  };
}

function orNull({ expected, accepts }: Rule, when: string): Rule {
  return { expected: `${expected}, or ${when}`, accepts: (value) => value === null || accepts(value) };
}

/** Empty by default. */
function listOf({ accepts }: Rule, expected: string): Rule {
  return { expected, accepts: (value) => Array.isArray(value) && value.every(accepts), missing: [] };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
