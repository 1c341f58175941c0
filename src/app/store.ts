import type { Plans } from "../accounts/plans/plans.ts";
import type { ServingStore } from "../accounts/serving-store.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { Dependency } from "../observability/readiness.ts";
import type { TrackRecordStore } from "../track-record/sql/track-record-tables.ts";
import type { WeatherStore } from "../weather/sql/weather-tables.ts";

/** What all rooms keep in one database. */
export type Store = AccountStore & WeatherStore & TrackRecordStore;

/** The store of a process that serves, and the plans that it applies. */
export interface Accounts {
  readonly store: ServingStore & Store;
  readonly plans: Plans;
  readonly dependency: Dependency;
}
