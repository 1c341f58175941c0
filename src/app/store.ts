import type { Plans } from "../accounts/plans/plans.ts";
import type { ServingStore } from "../accounts/serving-store.ts";
import type { SqlDatabase } from "../accounts/sql/sql.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { Dependency } from "../observability/readiness.ts";
import type { WeatherStore } from "../weather/sql/weather-tables.ts";

/** What all rooms and modules keep in one database. */
export type Store = AccountStore & WeatherStore & ModuleRecords;

export interface ModuleRecords {
  /** For the tables of modules. A killed process loses none of its transactions, a power cut may undo the last. */
  readonly records: SqlDatabase;
}

/** The store of a process that serves, and the plans that it applies. */
export interface Accounts {
  readonly store: ServingStore & Store;
  readonly plans: Plans;
  readonly dependency: Dependency;
}
