import type { SettingsTable } from "../../app/settings/setting.ts";
import { readWholeNumber } from "../../app/settings/setting-values.ts";

export const TRACK_RECORD_SETTINGS = {
  TRACK_RECORD_PLACES: {
    /** 0 turns it off. */
    read: readWholeNumber("places", { min: 0, max: 100_000 }),
    default: "5000",
    help: "how many places may have a [record of past forecasts](weather.md#the-record-of-past-forecasts), from 0 to 100,000. The places asked about least lose theirs first. `0` turns records off, and deletes the records of single places from the store",
  },
} satisfies SettingsTable;
