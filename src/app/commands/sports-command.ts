// `sports`: an account's own sports, and where their risks begin.
import type { Account, CustomSport } from "../../accounts/account.ts";
import { createAdmin, stillThere, type AccountNaming } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { customProfileFromJson } from "../../scoring/sports/custom-profile.ts";
import { findProfile, sportName } from "../../scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../../scoring/sports/profile.ts";
import {
  profileThresholds,
  type RiskBounds,
  type TempRange,
} from "../../scoring/sports/profile-thresholds.ts";
import { alignedColumns } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { plansInForce } from "./plans-command.ts";
import { textOfFile } from "./given-values.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument, CHANGED_ACCOUNT_ARGUMENT } from "./named-account.ts";

/**
 * Enough for a few sports at each venue of a chain. There is a limit because the refusal of an unknown sport lists all
 * sports, over gRPC twice, and gRPC clients accept 8 kB of headers by default. Two operators who set sports at the same time
 * may exceed the limit by one, which does no harm.
 */
const SPORTS_MAX = 50;

export function addSportsCommands(program: ServiceCommand, { plans }: CommandContext): void {
  const sports = program
    .command("sports")
    .description("Manage the sports that an account has defined for itself.")
    .helpCommand(false);
  const set: ServiceCommand = sports
    .command("set")
    .description("Check a definition and store it. It replaces the account's sport of the same name.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .option("--file <file>", "a definition in JSON; required")
    .answer(async (store, naming: AccountNaming, { file }: { readonly file?: string }) =>
      file === undefined
        ? set.error("--file is missing")
        : setSport(store, naming, { file, plans: await plansInForce(store, plans) }),
    );
  sports
    .command("list")
    .description("Show an account's sports.")
    .argument("<account>", ACCOUNT_ARGUMENT, accountFromArgument)
    .answer(async (store, naming: AccountNaming) =>
      listSports(store, naming, await plansInForce(store, plans)),
    );
  sports
    .command("show")
    .description("Show a sport's definition, and the weather at which its risks begin.")
    .argument("<account>", ACCOUNT_ARGUMENT, accountFromArgument)
    .argument("<sport>", "its name, in any spelling")
    .answer(async (store, naming: AccountNaming, name: string) =>
      showSport(store, naming, { name, plans: await plansInForce(store, plans) }),
    );
  sports
    .command("unset")
    .description("Remove a sport.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .argument("<sport>", "its name, in any spelling")
    .answer(unsetSport);
}

async function setSport(
  store: AccountStore,
  naming: AccountNaming,
  { file, plans }: { readonly file: string; readonly plans: Plans },
): Promise<Answer> {
  const account = await createAdmin({ store }).changeable(naming);
  const gap = planGap(account, plans);
  if (gap !== undefined) throw new Error(gap);
  const definition = (await textOfFile(file)).trim();
  const custom = customProfileFromJson(definition);
  const problems = "problems" in custom ? custom.problems : custom.outdated;
  if ("problems" in custom || problems.length > 0) {
    throw new Error(`${file} is refused. ${problems.join(" ")}`);
  }
  const sport = { id: custom.profile.id, definition };
  const others = (await store.sports(account.id)).filter(({ id }) => id !== sport.id);
  if (others.length >= SPORTS_MAX) {
    throw new Error(`The account has ${SPORTS_MAX} sports, which is the most it may have: unset one.`);
  }
  stillThere(await store.setSport(account.id, sport), account.id);
  return { json: { sport: sportToJson(sport) }, text: sportText(sport) };
}

async function listSports(store: AccountStore, naming: AccountNaming, plans: Plans): Promise<Answer> {
  const account = await createAdmin({ store }).account(naming);
  const sports = await store.sports(account.id);
  const json = { account_id: account.id, sports: sports.map(sportToJson) };
  if (sports.length === 0) {
    return {
      json,
      text: `The account has no sports of its own. Add one: sports set ${account.id} --file FILE`,
    };
  }
  const rows = alignedColumns([["SPORT", "BASED ON", "LABEL"], ...sports.map(listRow)]);
  return { json, text: withPlanGap(rows, account, plans) };
}

function listRow({ id, definition }: CustomSport): readonly string[] {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return [id, "-", "not valid in this version: set it again"];
  const remark = custom.outdated.length === 0 ? "" : " (set it again)";
  return [id, custom.definition.base, `${custom.profile.label}${remark}`];
}

async function showSport(
  store: AccountStore,
  naming: AccountNaming,
  { name, plans }: { readonly name: string; readonly plans: Plans },
): Promise<Answer> {
  const account = await createAdmin({ store }).account(naming);
  const id = sportName(name);
  const sport = (await store.sports(account.id)).find((each) => each.id === id);
  if (sport === undefined) throw noSuchSport(account.id, id);
  return { json: { sport: sportToJson(sport) }, text: withPlanGap(sportText(sport), account, plans) };
}

async function unsetSport(store: AccountStore, naming: AccountNaming, name: string): Promise<Answer> {
  const account = await createAdmin({ store }).changeable(naming);
  const id = sportName(name);
  if ((await store.unsetSport(account.id, id)) === undefined) throw noSuchSport(account.id, id);
  return { json: { account_id: account.id, unset: id }, text: `${id} is unset for ${account.name}.` };
}

function noSuchSport(accountId: string, id: string): Error {
  return new Error(
    `The account has no sport ${id} of its own. \`sports list ${accountId}\` shows those it has.`,
  );
}

/** Why the account cannot use custom sports; undefined if its plan includes them. */
function planGap(account: Account, plans: Plans): string | undefined {
  const { title, includes } = plans.of(account);
  if (includes.customSports) return undefined;
  const first = plans.firstWith("customSports");
  return first === undefined
    ? `The ${title} plan does not include custom sports, nor does any that is for sale.`
    : `The ${title} plan does not include custom sports. The first that does is ${first.title}: ` +
        `accounts set-plan ${account.id} ${first.name}`;
}

function withPlanGap(text: string, account: Account, plans: Plans): string {
  const gap = planGap(account, plans);
  return gap === undefined ? text : `${text}\n\nNot in use. ${gap}`;
}

function sportText({ id, definition }: CustomSport): string {
  const custom = customProfileFromJson(definition);
  const lines =
    "problems" in custom
      ? [
          ["Sport", id],
          ["Problems", `not valid in this version: set it again. ${custom.problems.join(" ")}`],
        ]
      : [
          ["Sport", `${id}, based on ${custom.definition.base}${replacedText(id)}`],
          ["Label", custom.profile.label],
          ...(custom.outdated.length === 0
            ? []
            : [
                [
                  "Outdated",
                  `set it again, because it is not used as it is written. ${custom.outdated.join(" ")}`,
                ],
              ]),
          ...thresholdLines(compileProfile(custom.profile)),
        ];
  return `${alignedColumns(lines)}\n\n${definition}`;
}

/** The definition and its thresholds; `null` if a threshold is never reached. */
function sportToJson({ id, definition }: CustomSport): object {
  const custom = customProfileFromJson(definition);
  const parsed: unknown = JSON.parse(definition);
  if ("problems" in custom) return { id, definition: parsed, problems: custom.problems };
  const thresholds = profileThresholds(compileProfile(custom.profile));
  return {
    id,
    definition: parsed,
    ...(custom.outdated.length > 0 && { outdated: custom.outdated }),
    thresholds: {
      light_rain_from_pct: boundsToJson(thresholds.lightRainFromPct),
      moderate_rain_from_pct: boundsToJson(thresholds.moderateRainFromPct),
      wind_from_kmh: boundsToJson(thresholds.windFromKmh),
      wind_too_light_up_to_kmh: boundsToJson(thresholds.windTooLightUpToKmh),
      safe_feels_like_c: rangeToJson(thresholds.safeTempC),
      playable_feels_like_c: rangeToJson(thresholds.playableTempC),
    },
  };
}

/** A note for a custom sport that replaces a built-in name, otherwise empty. */
function replacedText(id: string): string {
  const builtIn = findProfile(id);
  if (builtIn === undefined) return "";
  const others = [builtIn.id, ...builtIn.aliases].filter((name) => name !== id);
  return `, in place of the built-in one; built in as before: ${others.join(", ")}`;
}

function thresholdLines(profile: CompiledProfile): string[][] {
  const thresholds = profileThresholds(profile);
  const tooLight = thresholds.windTooLightUpToKmh;
  return [
    ["Light rain", `0.3 mm/h: ${riskText(thresholds.lightRainFromPct, chanceText)}`],
    ["Rain", `1 mm/h: ${riskText(thresholds.moderateRainFromPct, chanceText)}`],
    // A gust counts like the steady wind that it would belong to.
    [
      "Wind",
      `${riskText(thresholds.windFromKmh, (kmh) => `from ${kmh} km/h`)} (gusts: ${profile.gustRatio} times that)`,
    ],
    ...(tooLight.medium === undefined
      ? []
      : [["Too little wind", riskText(tooLight, (kmh) => `up to ${kmh} km/h`)]]),
    ["Feels like", tempText(thresholds.safeTempC, thresholds.playableTempC)],
    ["Wet surface", wetText(profile.wet)],
    ["Waterlogged", floodText(profile.flood)],
    ["Ice", costText(profile.ice)],
    ["Storm after", stormText(profile.storm)],
    ["After dark", `${percent(profile.night)} of the score is left`],
  ];
}

function riskText({ medium, high }: RiskBounds, at: (value: number) => string): string {
  if (medium === undefined) return "low risk at any speed";
  return `medium risk ${at(medium)}, ${high === undefined ? "never high" : `high ${at(high)}`}`;
}

function chanceText(pct: number): string {
  return `from a chance of ${pct}%`;
}

function tempText(safe: TempRange, playable: TempRange): string {
  const safeWords = `safe to book ${rangeWords(safe)}`;
  const limits = [
    ...(playable.from === undefined ? [] : [`below ${playable.from}°C`]),
    ...(playable.to === undefined ? [] : [`above ${playable.to}°C`]),
  ];
  return limits.length === 0 ? safeWords : `${safeWords}, not recommended ${limits.join(" or ")}`;
}

function rangeWords({ from, to }: TempRange): string {
  if (from === undefined) return to === undefined ? "at any temperature" : `up to ${to}°C`;
  return to === undefined ? `from ${from}°C` : `from ${from} to ${to}°C`;
}

function wetText({ weight, halfLifeH }: CompiledProfile["wet"]): string {
  return `${costText(weight)}${weight === 0 ? "" : `; half of the water is gone in ${halfLifeH} h`}`;
}

function floodText(flood: CompiledProfile["flood"]): string {
  if (flood === undefined) return costText(0);
  return `${costText(flood.weight)}, from ${flood.fromMm} to ${flood.fullMm} mm in the soil`;
}

function stormText({ hours, first }: CompiledProfile["storm"]): string {
  return `leaves ${first} points within an hour of the end${hours === 1 ? "" : `, 75 within ${hours} hours`}`;
}

function costText(weight: number): string {
  return weight === 0 ? "takes nothing from the score" : `takes up to ${percent(weight)} of the score`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function boundsToJson({ medium, high }: RiskBounds): object {
  return { medium: medium ?? null, high: high ?? null };
}

function rangeToJson({ from, to }: TempRange): object {
  return { from: from ?? null, to: to ?? null };
}
