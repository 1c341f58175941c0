// What is to be told of processes that are scraped by a job of another name than the manifests give it: these series are all there is.
import type { Row } from "./alert-cases.ts";
import { OTHER_JOB } from "./alert-series.ts";

/** A core that is scraped under a name of somebody's own. */
const WELL: Row[2] = {
  [`up{${OTHER_JOB}}`]: "1x420",
  [`suitability_build_info{${OTHER_JOB}}`]: "1x420",
  [`suitability_ready{${OTHER_JOB}}`]: "1x420",
};

export const ROWS_OF_JOBS: readonly Row[] = [
  [
    "a page when no replica is ready, whatever the job of Prometheus is called",
    12,
    { ...WELL, [`suitability_ready{${OTHER_JOB}}`]: "1x5 0x420" },
    ["SuitabilityDown page"],
  ],
  [
    "a page and a ticket when every core is dead, whatever the job of Prometheus is called",
    20,
    {
      [`up{${OTHER_JOB}}`]: "1x5 0x420",
      [`suitability_build_info{${OTHER_JOB}}`]: "1x5 stale",
      [`suitability_ready{${OTHER_JOB}}`]: "1x5 stale",
    },
    ["SuitabilityDown page", "SuitabilityNotScraped ticket"],
  ],
  [
    "nothing for what else a job of another name scrapes",
    20,
    { ...WELL, [`up{${OTHER_JOB.replace('"core"', '"web"')}}`]: "0x420" },
    [],
  ],
];
