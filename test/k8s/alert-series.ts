// Whose series the alerts are tried on: the two containers of a pod, and another installation of the same cluster.
export const CORE = 'job="suitability",namespace="n",container="core",pod="p",instance="i"';
export const REST = 'job="suitability",namespace="n",container="rest",pod="p",instance="j"';
export const OTHER = 'job="suitability",namespace="m",container="core",pod="q",instance="k"';
/** As the operator calls the job of a PodMonitor without a label for it. */
export const OTHER_JOB = CORE.replace('job="suitability"', 'job="suitability/suitability"');

export const READY = `suitability_ready{${CORE}}`;
export const UP = `up{${CORE}}`;
