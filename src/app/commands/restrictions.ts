// The restrictions of publishable keys: as options, and as text.
import { InvalidArgumentError, Option } from "commander";
import { type ApiKey, KEY_OPERATIONS, type KeyOperation, type KeyRestrictions } from "../../accounts/key.ts";
import { isOrigin, keyRestrictions, RESTRICTION_FROM_TEXT } from "../../accounts/restrictions.ts";
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

const OPERATIONS = Object.keys(KEY_OPERATIONS).join(", ");

const OPTIONS = [
  listOption(
    "--origin <origin>",
    "an origin whose pages may use it, such as https://club.example, or capacitor://localhost for an app",
    originFromText,
  ),
  listOption(
    "--place <lat,lng>",
    "a place that it may ask about, such as 55.95,-3.19, to 0.01°",
    placeFromText,
  ),
  listOption("--operation <operation>", `an operation that it may use: ${OPERATIONS}`, operationFromText),
  new Option("--daily <calls>", "how many calls a day (UTC) it may make").argParser(countFromText),
] as const;

export function addRestrictionOptions(command: ServiceCommand): ServiceCommand {
  command.option(
    "--public",
    "make a publishable key (wpk_…) for pages; --origin, --place, --operation and --daily are then required",
  );
  for (const option of OPTIONS) command.addOption(option);
  return command;
}

/** Undefined for a secret key. Refuses a publishable key that lacks a restriction, and a secret one that has any. */
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
  return keyRestrictions({ origins: origin, places: place, operations: operation, callsADay: daily });
}

/** An option that may be given several times. */
function listOption<Item>(flags: string, description: string, itemFromText: (text: string) => Item): Option {
  return new Option(flags, `${description}; repeat it for more`).argParser(
    (text: string, before: readonly Item[] = []) => [...before, itemFromText(text)],
  );
}

function originFromText(text: string): string {
  const given = RESTRICTION_FROM_TEXT.origins(text);
  if (given === undefined) {
    const { origin = "null" } = URL.parse(text) ?? {};
    const example = isOrigin(origin) ? origin : "https://club.example";
    throw new InvalidArgumentError(
      `It must be an origin as browsers send it, such as ${example}. Apps send capacitor://localhost or the like.`,
    );
  }
  return given;
}

export function placeFromText(text: string): string {
  const place = RESTRICTION_FROM_TEXT.places(text);
  if (place === undefined) {
    throw new InvalidArgumentError(
      "It must be a latitude (-90 to 90) and a longitude (-180 to 180) in decimal degrees, such as 55.95,-3.19.",
    );
  }
  return place;
}

function operationFromText(text: string): KeyOperation {
  const operation = RESTRICTION_FROM_TEXT.operations(text);
  if (operation === undefined) throw new InvalidArgumentError(`It must be one of ${OPERATIONS}.`);
  return operation;
}

/** The restrictions of one key as rows, for a table of its properties. */
export function restrictionRows(restrictions: KeyRestrictions | undefined): readonly (readonly string[])[] {
  if (restrictions === undefined) return [];
  const { origins, places, operations, callsADay } = restrictions;
  return [
    ["May use", `${operations.join(", ")}; ${countText(callsADay)} calls a day (UTC)`],
    ["Places", places.join("  ")],
    ["On pages of", origins.join("  ")],
  ];
}

/** A table of the publishable keys, to append to the table of all keys; empty if there are no publishable keys. */
export function restrictionsText(keys: readonly ApiKey[], callsToday: (key: ApiKey) => number): string {
  const rows = keys.flatMap((key) => {
    if (key.restrictions === undefined) return [];
    const { origins, places, operations, callsADay } = key.restrictions;
    const lists = [operations.join(", "), places.join("  "), origins.join("  ")];
    return [[key.id, callsToday(key), callsADay, ...lists]];
  });
  const head = ["PUBLISHABLE KEY", "CALLS TODAY", "DAILY LIMIT", "OPERATIONS", "PLACES", "ON PAGES OF"];
  return rows.length === 0 ? "" : `\n\n${alignedColumns([head, ...rows])}`;
}
