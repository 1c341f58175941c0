import type { CommandContext } from "./command-context.ts";
import { UsageError } from "./usage-error.ts";

/** What one word behind a command's name does: the `create` of `accounts create`. Gets the arguments after the word. */
export type Action = (args: readonly string[], context: CommandContext) => Promise<void>;

/** Runs the action the first argument names; throws UsageError, which lists the actions, when there is none. */
export async function runAction({
  command,
  actions,
  args: [word, ...args],
  context,
}: {
  readonly command: string;
  readonly actions: ReadonlyMap<string, Action>;
  readonly args: readonly string[];
  readonly context: CommandContext;
}): Promise<void> {
  const action = actions.get(word ?? "");
  if (action === undefined) {
    const problem = word === undefined ? "Nothing to do" : `"${word}" is not known`;
    throw new UsageError(`${problem}. Usage: ${command} ${[...actions.keys()].join("|")} … [--json]`);
  }
  await action(args, context);
}
