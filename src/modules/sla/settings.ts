import type { SettingsTable, SettingValues } from "../../app/settings/setting.ts";
import { readHttpUrl, type SettingReader, wrongSetting } from "../../app/settings/setting-values.ts";

/** A promise, read in per cent and returned as a share of 1. Less than half is no promise, and 100% cannot be kept. */
const readPercent: SettingReader<number> = (text, name) => {
  const value = Number(text);
  if (!/^\d{2}(\.\d{1,3})?$/.test(text) || value < 50) {
    throw wrongSetting(name, text, "a percentage from 50 to 99.999");
  }
  // Rounded, because 99.9 / 100 is 0.9990000000000001.
  return Number((value / 100).toFixed(5));
};

export const SLA_SETTINGS = {
  PROMETHEUS_URL: {
    read: readHttpUrl,
    help: "the Prometheus that the report [`bin/suitability sla`](sla.md) queries, such as `http://prometheus.monitoring:9090`",
  },
  SLA_AVAILABILITY_PERCENT: {
    read: readPercent,
    default: "99.9",
    help: "the availability that you promise, in percent, for that report; change `sla-rules.yaml` too",
  },
  SLA_IN_TIME_PERCENT: {
    read: readPercent,
    default: "99",
    help: "the share of calls that you promise to answer in time, in percent, for that report; change `sla-rules.yaml` too",
  },
} satisfies SettingsTable;

export type SlaSettings = SettingValues<typeof SLA_SETTINGS>;
