// What a provider of weather is. Each has a folder here, with such a description, and a line in providers.ts. Whatever else
// of the service names providers is made from the list: settings, pages, credits, docs.
import type { SettingsTable, SettingValues } from "../../app/settings/setting.ts";
import type { LanguageTag } from "../../words/language-tags.ts";
import type { CallBudget } from "../budget/call-budget.ts";
import type { ProviderCallStore } from "../budget/provider-calls.ts";
import type { ClosableSource } from "../weather-source.ts";
import type { CodeReading } from "./http/answer-checks.ts";
import type { ProviderOptions } from "./http/reports.ts";

/** A source by its names. */
export interface NamedSource {
  /** Lower-case, as operators type it, and as headers, metrics and log lines have it: `open-meteo`. */
  readonly name: string;
  /** For people: `Open-Meteo`. */
  readonly title: string;
  readonly credit: Credit;
}

/** What has to be shown wherever the source's data, or scores made from it, are shown. */
export interface Credit {
  readonly words: Readonly<Record<LanguageTag, string>>;
  /** Where the words lead; undefined for data of nobody. */
  readonly url: string | undefined;
  readonly licences: readonly Licence[];
}

export interface Licence {
  readonly name: string;
  readonly url: string;
}

export interface Provider<
  Name extends string = string,
  Table extends SettingsTable = SettingsTable,
  Needed extends keyof Table = keyof Table,
> extends NamedSource {
  readonly name: Name;
  /** What operators should know before they use it; Markdown, for docs/weather.md. */
  readonly about: string;
  /** Its own hosts, with all hosts below them. They get no trace: an id would show which calls belong together. */
  readonly hosts: readonly string[];
  readonly settings: Table;
  /** The setting without which it is skipped, and what that setting has to be; undefined if there is none. */
  readonly needs: { readonly setting: Needed & string; readonly what: string } | undefined;
  /** The calls of a day that it allows; undefined if they are not counted. */
  callsPerDay(settings: SettingValues<Table>): CallsPerDay | undefined;
  /** The provider itself, without retry, cache or breaker. Imports it only now: most commands know providers by their names. */
  open(
    settings: SettingValues<Table> & {
      readonly [Setting in Needed]: NonNullable<SettingValues<Table>[Setting]>;
    },
    parts: ProviderParts,
  ): Promise<ProviderSource>;
}

export interface CallsPerDay {
  /** Undefined if they are counted without a limit. */
  readonly callsMax: number | undefined;
}

/** What every provider is opened with. */
export interface ProviderParts extends ProviderOptions, CodeReading {
  /** Counts its calls, if it has `callsPerDay`. */
  readonly budget: Pick<CallBudget, "take"> | undefined;
  /** For a limit of concurrent requests over all replicas. */
  readonly permits: Pick<ProviderCallStore, "acquireProviderPermit" | "releaseProviderPermit"> | undefined;
  /** What an operator should know and may have to change. */
  readonly onWarning: (sentence: string) => void;
}

export interface ProviderSource extends ClosableSource {
  /** The provider's names of all that is read of its answers. */
  readonly variables: readonly string[];
}

/** Types a provider by what it says of itself. */
export function defineProvider<
  const Name extends string,
  Table extends SettingsTable,
  const Needed extends keyof Table = never,
>(provider: Provider<Name, Table, Needed>): Provider<Name, Table, Needed> {
  return provider;
}
