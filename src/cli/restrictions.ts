// What a publishable key may do: as it is typed, as people are told, as scripts and exported files have it.
import { InvalidArgumentError, Option } from "commander";
import { type ApiKey, KEY_OPERATIONS, type KeyOperation, type KeyRestrictions } from "../accounts/key.ts";
import { placeAt } from "../weather/place.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { ServiceCommand } from "./command.ts";
import { countFromText } from "./given-values.ts";

export interface RestrictionOptions {
  readonly public?: true;
  readonly origin?: readonly string[];
  readonly place?: readonly string[];
  readonly operation?: readonly KeyOperation[];
  readonly daily?: number;
}

const POINT = /^(-?\d{1,3}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/;

const OPERATIONS = Object.keys(KEY_OPERATIONS).join(", ");

/** In the order in which the help has them. */
const OPTIONS = [
  listOption("--origin <origin>", "whose pages may use it, such as https://club.example", originFromText),
  listOption("--place <lat,lng>", "where it may ask about, such as 55.95,-3.19; to 0.01°", placeFromText),
  listOption("--operation <operation>", `what it may ask: ${OPERATIONS}`, operationFromText),
  new Option("--daily <calls>", "how many calls a day (UTC) it may make").argParser(countFromText),
] as const;

export function addRestrictionOptions(command: ServiceCommand): ServiceCommand {
  command.option("--public", "make a publishable key (wpk_…) for pages: all of the following are required");
  for (const option of OPTIONS) command.addOption(option);
  return command;
}

/** Undefined for a secret key. A publishable key that lacks a restriction, or a secret one that has any, is refused. */
export function restrictionsFromOptions(
  command: ServiceCommand,
  options: RestrictionOptions,
): KeyRestrictions | undefined {
  const given = OPTIONS.filter((option) => options[option.name() as keyof RestrictionOptions] !== undefined);
  if (options.public !== true) {
    const [first] = given;
    return first && command.error(`${first.long} is for publishable keys: add --public`);
  }
  const { origin, place, operation, daily } = options;
  if (origin === undefined || place === undefined || operation === undefined || daily === undefined) {
    const missing = OPTIONS.find((option) => !given.includes(option));
    return command.error(
      `${missing?.long} is missing: ${missing?.description}. A publishable key needs all four restrictions`,
    );
  }
  return { origins: origin, places: place, operations: operation, callsADay: daily };
}

/** An option that may be given several times; the same value twice is once. */
function listOption<Item>(flags: string, description: string, itemFromText: (text: string) => Item): Option {
  return new Option(flags, `${description}; repeat it for more`).argParser(
    (text: string, before: readonly Item[] = []) => [...new Set([...before, itemFromText(text)])],
  );
}

function originFromText(text: string): string {
  if (!isOrigin(text)) {
    const { origin = "null" } = URL.parse(text) ?? {};
    const example = isOrigin(origin) ? origin : "https://club.example";
    throw new InvalidArgumentError(`It has to be an origin as browsers send it, such as ${example}.`);
  }
  return text;
}

function placeFromText(text: string): string {
  const place = placeKeyFromText(text);
  if (place === undefined) {
    throw new InvalidArgumentError(
      "It has to be a latitude (-90 to 90) and a longitude (-180 to 180) in decimal degrees, such as 55.95,-3.19.",
    );
  }
  return place;
}

function operationFromText(text: string): KeyOperation {
  if (!isKeyOperation(text)) {
    throw new InvalidArgumentError(`It has to be one of ${OPERATIONS}.`);
  }
  return text;
}

/** An origin of pages as browsers send it: `https://club.example`. */
export function isOrigin(value: unknown): value is string {
  return typeof value === "string" && /^https?:/.test(value) && URL.parse(value)?.origin === value;
}

/** The key of the place that a latitude and longitude such as `55.9533,-3.1883` are in; undefined for anything else. */
export function placeKeyFromText(text: string): string | undefined {
  const [, lat = Number.NaN, lng = Number.NaN] = (POINT.exec(text) ?? []).map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? placeAt(lat, lng).key : undefined;
}

export function isPlaceKey(value: unknown): value is string {
  return typeof value === "string" && placeKeyFromText(value) === value;
}

export function isKeyOperation(value: unknown): value is KeyOperation {
  return typeof value === "string" && Object.hasOwn(KEY_OPERATIONS, value);
}

/** Of one key, a line each, to stand among its other properties. */
export function restrictionRows(restrictions: KeyRestrictions | undefined): readonly (readonly string[])[] {
  if (restrictions === undefined) return [];
  const { origins, places, operations, callsADay } = restrictions;
  return [
    ["Good for", `${operations.join(", ")}; ${countText(callsADay)} calls a day (UTC)`],
    ["Places", places.join("  ")],
    ["In pages of", origins.join("  ")],
  ];
}

/** A table of the publishable ones among some keys, to stand below these; nothing where there are none. */
export function restrictionsText(keys: readonly ApiKey[], callsToday: (key: ApiKey) => number): string {
  const rows = keys.flatMap((key) => {
    if (key.restrictions === undefined) return [];
    const { origins, places, operations, callsADay } = key.restrictions;
    const lists = [operations.join(", "), places.join("  "), origins.join("  ")];
    return [[key.id, callsToday(key), callsADay, ...lists]];
  });
  const head = ["PUBLISHABLE KEY", "CALLS TODAY", "OF A DAY", "OPERATIONS", "PLACES", "IN PAGES OF"];
  return rows.length === 0 ? "" : `\n\n${alignedColumns([head, ...rows])}`;
}

/** What a publishable key may do, as scripts and exported files have it; null of a secret key, which may do everything. */
export function restrictionsToJson(restrictions: KeyRestrictions | undefined): object | null {
  if (restrictions === undefined) return null;
  const { origins, places, operations, callsADay } = restrictions;
  return { origins, places, operations, calls_a_day: callsADay };
}
