// The tables that replicas share for the weather: calls of providers, permits for concurrent requests, and forecasts.
import { POSTGRES_TYPES, SQLITE_TYPES, type ColumnTypes } from "../../accounts/sql/column-types.ts";
import type { RoomTables } from "../../accounts/sql/room-tables.ts";
import type { ProviderCallStore } from "../budget/provider-calls.ts";
import type { ForecastTable } from "../cache/shared-forecasts.ts";
import { createPostgresForecasts, FORECASTS } from "./postgres-forecasts.ts";
import { createPostgresProviderCalls, PROVIDER_CALLS } from "./postgres-provider-calls.ts";
import { createSqliteProviderCalls } from "./sqlite-provider-calls.ts";

/** What a store is for the weather. */
export interface WeatherStore extends ProviderCallStore {
  /** Connects to the table for shared forecasts; undefined if replicas cannot share the store. */
  readonly openForecasts?: (() => ForecastTable) | undefined;
}

export const WEATHER_TABLES: RoomTables<WeatherStore> = {
  steps: {
    sqlite: { 1: providerDays(SQLITE_TYPES) },
    postgres: { 1: providerDays(POSTGRES_TYPES) + PROVIDER_CALLS + FORECASTS },
  },
  openSqlite: ({ commit }) => createSqliteProviderCalls(commit),
  openPostgres: ({ connect, connectLater, beforeClose }) => {
    const { settled, ...calls } = createPostgresProviderCalls(connect({ isForCommits: true }));
    beforeClose(settled);
    return { ...calls, openForecasts: () => createPostgresForecasts(connectLater()) };
  },
  // Nothing of the weather belongs to an account.
  forgetAccount: async () => undefined,
};

function providerDays({ text, integer, real, counted }: ColumnTypes): string {
  return `
  -- Calls of a weather provider on a day (UTC), and the pressure on its limit.
  CREATE TABLE provider_day (
    provider ${text} NOT NULL,
    day      ${text} NOT NULL,
    calls    ${integer} NOT NULL DEFAULT 0,
    pressure ${real},
    PRIMARY KEY (provider, day)
  ) ${counted};
`;
}
