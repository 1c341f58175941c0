import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

interface Syntax<Positional extends string, Option extends string> {
  readonly args: readonly string[];
  /** The command line as it is meant to be: `accounts show ID [--json]`. */
  readonly usage: string;
  /** Names of the positional arguments; all are required, and there are no others. */
  readonly positionals: readonly Positional[];
  /** Options that take a value, without the dashes. All commands take `--json` too. */
  readonly options?: readonly Option[];
}

interface Arguments<Positional extends string, Option extends string> {
  readonly positionals: Readonly<Record<Positional, string>>;
  readonly options: Readonly<Partial<Record<Option, string>>>;
  readonly isJson: boolean;
}

/** Reads the arguments of a command; throws UsageError for one that is unknown, missing or too many. */
export function parseArguments<Positional extends string, Option extends string = never>({
  args,
  usage,
  positionals: names,
  options: optionNames = [],
}: Syntax<Positional, Option>): Arguments<Positional, Option> {
  const { positionals, values } = parseOrRefuse(args, optionNames, usage);
  const { json, ...options } = values;
  const missing = names[positionals.length];
  if (missing !== undefined) {
    throw new UsageError(`${missing} is missing. Usage: ${usage}`);
  }
  const surplus = positionals[names.length];
  if (surplus !== undefined) {
    throw new UsageError(`"${surplus}" is one argument too many. Usage: ${usage}`);
  }
  return {
    positionals: Object.fromEntries(names.map((name, place) => [name, positionals[place]])) as Record<
      Positional,
      string
    >,
    options: options as Partial<Record<Option, string>>,
    isJson: json === true,
  };
}

function parseOrRefuse(args: readonly string[], optionNames: readonly string[], usage: string) {
  const withValue = optionNames.map((name) => [name, { type: "string" }] as const);
  try {
    return parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(withValue), json: { type: "boolean" } },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    // The first sentence says what is wrong; those after it are advice about dashes, over several lines.
    const [problem] = error.message.split(/\.\s/);
    throw new UsageError(`${problem}. Usage: ${usage}`, { cause: error });
  }
}
