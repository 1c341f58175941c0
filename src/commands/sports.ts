// `sports`: the sports an account has defined for itself, and where their risks begin.
import { readFile } from "node:fs/promises";
import type { Account, CustomSport } from "../accounts/account-store.ts";
import { firstPlanWith, PLANS } from "../accounts/plan.ts";
import { customProfileFromJson } from "../scoring/sports/custom-profile.ts";
import { sportName } from "../scoring/sports/find-profile.ts";
import { alignedColumns } from "./text/aligned-columns.ts";
import { CommandError } from "./command-error.ts";
import type { CommandContext } from "./command-context.ts";
import { existingAccount } from "./existing-account.ts";
import { jsonText } from "./text/json-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runAction, type Action } from "./run-action.ts";
import { sportText, sportToJson } from "./text/sport.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Each venue of a chain may have a few. The refusal of an unknown sport lists them all, twice over gRPC, whose clients
 * take 8 kB of headers unless told otherwise. Two operators at once may get one past it, which does no harm.
 */
const SPORTS_MAX = 50;

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["set", setSport],
  ["list", listSports],
  ["show", showSport],
  ["unset", unsetSport],
]);

export async function sportsCommand(args: readonly string[], context: CommandContext): Promise<void> {
  await runAction({ command: "sports", actions: ACTIONS, args, context });
}

async function setSport(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const usage = "sports set ACCOUNT --file FILE [--json]";
  const { positionals, options, isJson } = parseArguments({
    args,
    usage,
    positionals: ["ACCOUNT"],
    options: ["file"],
  });
  if (options.file === undefined) {
    throw new UsageError(`--file is missing. Usage: ${usage}`);
  }
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const gap = planGap(account);
  if (gap !== undefined) {
    throw new CommandError(gap);
  }
  const definition = (await textOf(options.file)).trim();
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) {
    throw new CommandError(`${options.file} is refused. ${custom.problems.join(" ")}`);
  }
  const sport = { id: custom.profile.id, definition };
  const others = (await store.sports(account.id)).filter(({ id }) => id !== sport.id);
  if (others.length >= SPORTS_MAX) {
    throw new CommandError(`The account has ${SPORTS_MAX} sports, which is the most it may have: unset one.`);
  }
  existingAccount(await store.setSport(account.id, sport), account.id);
  print(isJson ? jsonText({ sport: sportToJson(sport) }) : sportText(sport));
}

async function listSports(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "sports list ACCOUNT [--json]",
    positionals: ["ACCOUNT"],
  });
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const sports = await store.sports(account.id);
  if (isJson) {
    print(jsonText({ account_id: account.id, sports: sports.map(sportToJson) }));
  } else if (sports.length === 0) {
    print(`The account has no sports of its own. Add one: sports set ${account.id} --file FILE`);
  } else {
    const rows = alignedColumns([["SPORT", "BASED ON", "LABEL"], ...sports.map(listRow)]);
    print(withPlanGap(rows, account));
  }
}

function listRow({ id, definition }: CustomSport): readonly string[] {
  const custom = customProfileFromJson(definition);
  return "problems" in custom
    ? [id, "-", "not valid in this version: set it anew"]
    : [id, custom.definition.base, custom.profile.label];
}

async function showSport(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "sports show ACCOUNT SPORT [--json]",
    positionals: ["ACCOUNT", "SPORT"],
  });
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const id = sportName(positionals.SPORT);
  const sport = (await store.sports(account.id)).find((each) => each.id === id);
  if (sport === undefined) {
    throw noSuchSport(account.id, id);
  }
  print(isJson ? jsonText({ sport: sportToJson(sport) }) : withPlanGap(sportText(sport), account));
}

async function unsetSport(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "sports unset ACCOUNT SPORT [--json]",
    positionals: ["ACCOUNT", "SPORT"],
  });
  const account = existingAccount(await store.findAccount(positionals.ACCOUNT), positionals.ACCOUNT);
  const id = sportName(positionals.SPORT);
  if ((await store.unsetSport(account.id, id)) === undefined) {
    throw noSuchSport(account.id, id);
  }
  print(isJson ? jsonText({ account_id: account.id, unset: id }) : `${id} is unset for ${account.name}.`);
}

function noSuchSport(accountId: string, id: string): CommandError {
  return new CommandError(
    `The account has no sport ${id} of its own. \`sports list ${accountId}\` shows those it has.`,
  );
}

/** Undefined where the account's plan includes sports of its own. */
function planGap({ id, plan }: Account): string | undefined {
  if (PLANS[plan].includes.customSports) {
    return undefined;
  }
  const first = firstPlanWith("customSports");
  return (
    `The ${PLANS[plan].title} plan does not include custom sports. The first that does is ${first.title}: ` +
    `accounts set-plan ${id} ${first.name}`
  );
}

function withPlanGap(text: string, account: Account): string {
  const gap = planGap(account);
  return gap === undefined ? text : `${text}\n\nNot in use. ${gap}`;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const reason = isMissing ? "there is no such file" : String(error);
    throw new CommandError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
