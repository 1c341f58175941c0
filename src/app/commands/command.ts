import { Command, type HelpContext } from "commander";
import type { Store } from "../store.ts";
import type { CommandContext, Paint } from "./command-context.ts";

/** Headings of tables are lines in capitals; some have units, such as `HOUR  °C  CHANCE %  KM/H`. */
const HEADING = /^[A-Z][A-Z0-9 %°/]+$/gm;
const BAR = /[█▏▎▍▌▋▊▉]+/g;

/** A command's output: the document for scripts and the text for people. */
export interface Answer {
  readonly json: object;
  readonly text: string;
}

/** The command line is wrong. The message is one line; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** commander's command, with every mistake as a UsageError of one line, even a missing subcommand. */
export class ServiceCommand extends Command {
  readonly #context: CommandContext;

  constructor(name: string, context: CommandContext) {
    super(name);
    this.#context = context;
  }

  override createCommand(name = ""): ServiceCommand {
    return new ServiceCommand(name, this.#context);
  }

  /**
   * Runs `ask` on the store and prints its answer: the document with `--json`, otherwise the text. `ask` returns undefined if
   * it has printed a long output itself.
   */
  answer<Args extends unknown[]>(
    ask: (store: Store, ...args: Args) => Promise<Answer | undefined>,
    options?: Parameters<CommandContext["useStore"]>[1],
  ): this {
    return this.#withJson().action((...args) =>
      this.#context.useStore(async (store) => {
        const answer = await ask(store, ...(args as Args));
        if (answer !== undefined) this.#print(answer);
      }, options),
    );
  }

  /** The same for commands without a store. */
  say<Args extends unknown[]>(ask: (...args: Args) => Promise<Answer>): this {
    return this.#withJson().action(async (...args) => this.#print(await ask(...(args as Args))));
  }

  override error(message: string): never {
    const line = message.replace(/^error: /, "").replaceAll(/\s*\n\s*/g, " ");
    const sentence = line.charAt(0).toUpperCase() + line.slice(1).replace(/\.$/, "");
    throw new UsageError(`${sentence}. See ${this.#path()}--help.`);
  }

  override help(context?: HelpContext | ((text: string) => string)): never {
    // commander calls this if a subcommand is missing.
    if (typeof context === "object" && context.error) {
      this.error(`a command is missing: ${this.commands.map((command) => command.name()).join(", ")}`);
    }
    return super.help();
  }

  #withJson(): this {
    return this.option("--json", "print one JSON document, for scripts");
  }

  #print({ json, text }: Answer): void {
    const { print, paint } = this.#context;
    print(this.opts()["json"] === true ? JSON.stringify(json, null, 2) : painted(text, paint));
  }

  /** The names of the command and those above it, such as `accounts create `; without the program's name. */
  #path(): string {
    return this.parent instanceof ServiceCommand ? `${this.parent.#path()}${this.name()} ` : "";
  }
}

/** A text with its headings and bars styled. */
export function painted(text: string, paint: Paint): string {
  return text
    .replaceAll(HEADING, (heading) => paint("bold", heading))
    .replaceAll(BAR, (bar) => paint("cyan", bar));
}
