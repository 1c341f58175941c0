// Series that rules are tried on: of the two containers of a pod, and of another installation of the same cluster.
export const CORE = 'job="suitability",namespace="n",container="core",pod="p",instance="i"';
export const REST = 'job="suitability",namespace="n",container="rest",pod="p",instance="j"';
export const OTHER = 'job="suitability",namespace="m",container="core",pod="q",instance="k"';
/** As the operator calls the job of a PodMonitor without a label for it. */
export const OTHER_JOB = CORE.replace('job="suitability"', 'job="suitability/suitability"');

/** The same of another pod. */
export const podQ = (labels: string) => labels.replace('pod="p"', 'pod="q"');

/** The values of a counter that grows by so many a minute for so many minutes, one stretch after the other. */
export const counterEvery =
  (minutesASample: number) =>
  (...stretches: readonly (readonly [minutes: number, perMinute: number])[]): string => {
    let reached = 0;
    const parts = stretches.map(([minutes, perMinute]) => {
      const samples = minutes / minutesASample;
      const each = perMinute * minutesASample;
      const part = `${reached}+${each}x${samples - 1}`;
      reached += each * samples;
      return part;
    });
    return parts.join(" ");
  };
