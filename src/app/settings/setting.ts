// What a setting is, and how a table of settings is read from the environment.
import type { SettingReader } from "./setting-values.ts";

export interface Setting<Value = unknown> {
  /** Throws a ConfigError that says what the text should be. */
  readonly read: SettingReader<Value>;
  /** Read if the variable is missing or empty; undefined if the setting then has no value. */
  readonly default?: string;
  /** What happens without the variable, for people: where `default` does not say it. */
  readonly without?: string;
  /** Variables that other services have, and that somebody may set who means this one. */
  readonly lookalikes?: readonly string[];
  /** What it does, in Markdown as docs/operations.md has it, without a full stop at its end. */
  readonly help: string;
}

/** By the name of the environment variable. */
export type SettingsTable = Readonly<Record<string, Setting>>;

export type SettingValues<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly read: SettingReader<infer Value> }
    ? Table[Name] extends { readonly default: string }
      ? Value
      : Value | undefined
    : never;
};

/** Throws a ConfigError for the first malformed setting. An empty variable counts as missing: templates leave such behind. */
export function readSettings<Table extends SettingsTable>(
  table: Table,
  environment: Readonly<Record<string, string | undefined>>,
): SettingValues<Table> {
  const values = Object.entries(table).map(([name, setting]) => {
    const text = environment[name] || setting.default;
    return [name, text === undefined ? undefined : setting.read(text, name)];
  });
  return Object.fromEntries(values) as SettingValues<Table>;
}
