// `sports`: the sports an account has defined for itself, and where their risks begin.
import type { Account, CustomSport } from "../accounts/account.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import { customProfileFromJson } from "../scoring/sports/custom-profile.ts";
import { sportName } from "../scoring/sports/find-profile.ts";
import { alignedColumns } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import {
  ACCOUNT_ARGUMENT,
  CHANGED_ACCOUNT_ARGUMENT,
  changeableAccount,
  existingAccount,
  stillThere,
} from "./existing-account.ts";
import { plansInForce } from "./plans/plans-in-force.ts";
import { sportText, sportToJson } from "./sport-text.ts";
import { textOfFile } from "./text-of-file.ts";

/**
 * Each venue of a chain may have a few. The refusal of an unknown sport lists them all, twice over gRPC, whose clients
 * take 8 kB of headers unless told otherwise. Two operators at once may get one past it, which does no harm.
 */
const SPORTS_MAX = 50;

export function addSportsCommands(program: ServiceCommand, { plans }: CommandContext): void {
  const sports = program
    .command("sports")
    .description("The sports an account has defined for itself.")
    .helpCommand(false);
  const set: ServiceCommand = sports
    .command("set")
    .description("Check a definition and store it, in place of the sport of that name if there is one.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT)
    .option("--file <file>", "a definition in JSON; required")
    .answer(async (store, idOrName: string, { file }: { readonly file?: string }) =>
      file === undefined
        ? set.error("--file is missing")
        : setSport(store, idOrName, { file, plans: await plansInForce(store, plans) }),
    );
  sports
    .command("list")
    .description("Show an account's sports.")
    .argument("<account>", ACCOUNT_ARGUMENT)
    .answer(async (store, idOrName: string) => listSports(store, idOrName, await plansInForce(store, plans)));
  sports
    .command("show")
    .description("Show a sport's definition, and where its risks begin.")
    .argument("<account>", ACCOUNT_ARGUMENT)
    .argument("<sport>", "its name, however it is spelt")
    .answer(async (store, idOrName: string, name: string) =>
      showSport(store, idOrName, { name, plans: await plansInForce(store, plans) }),
    );
  sports
    .command("unset")
    .description("Remove a sport.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT)
    .argument("<sport>", "its name, however it is spelt")
    .answer(unsetSport);
}

async function setSport(
  store: AccountStore,
  idOrRef: string,
  { file, plans }: { readonly file: string; readonly plans: Plans },
): Promise<Answer> {
  const account = await changeableAccount(store, idOrRef);
  const gap = planGap(account, plans);
  if (gap !== undefined) {
    throw new Error(gap);
  }
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

async function listSports(store: AccountStore, idOrName: string, plans: Plans): Promise<Answer> {
  const account = await existingAccount(store, idOrName);
  const sports = await store.sports(account.id);
  const rows = alignedColumns([["SPORT", "BASED ON", "LABEL"], ...sports.map(listRow)]);
  return {
    json: { account_id: account.id, sports: sports.map(sportToJson) },
    text:
      sports.length === 0
        ? `The account has no sports of its own. Add one: sports set ${account.id} --file FILE`
        : withPlanGap(rows, account, plans),
  };
}

function listRow({ id, definition }: CustomSport): readonly string[] {
  const custom = customProfileFromJson(definition);
  if ("problems" in custom) return [id, "-", "not valid in this version: set it anew"];
  const remark = custom.outdated.length === 0 ? "" : " (set it anew)";
  return [id, custom.definition.base, `${custom.profile.label}${remark}`];
}

async function showSport(
  store: AccountStore,
  idOrName: string,
  { name, plans }: { readonly name: string; readonly plans: Plans },
): Promise<Answer> {
  const account = await existingAccount(store, idOrName);
  const id = sportName(name);
  const sport = (await store.sports(account.id)).find((each) => each.id === id);
  if (sport === undefined) {
    throw noSuchSport(account.id, id);
  }
  return { json: { sport: sportToJson(sport) }, text: withPlanGap(sportText(sport), account, plans) };
}

async function unsetSport(store: AccountStore, idOrRef: string, name: string): Promise<Answer> {
  const account = await changeableAccount(store, idOrRef);
  const id = sportName(name);
  if ((await store.unsetSport(account.id, id)) === undefined) {
    throw noSuchSport(account.id, id);
  }
  return { json: { account_id: account.id, unset: id }, text: `${id} is unset for ${account.name}.` };
}

function noSuchSport(accountId: string, id: string): Error {
  return new Error(
    `The account has no sport ${id} of its own. \`sports list ${accountId}\` shows those it has.`,
  );
}

/** Undefined where the account's plan includes sports of its own. */
function planGap(account: Account, plans: Plans): string | undefined {
  const { title, includes } = plans.of(account);
  if (includes.customSports) {
    return undefined;
  }
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
