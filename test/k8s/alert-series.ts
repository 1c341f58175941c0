// Whose series the alerts are tried on: the two containers of a pod, and another installation of the same cluster.
export const CORE = 'job="suitability",namespace="n",container="core",pod="p",instance="i"';
export const REST = 'job="suitability",namespace="n",container="rest",pod="p",instance="j"';
export const OTHER = 'job="suitability",namespace="m",container="core",pod="q",instance="k"';

export const READY = `suitability_ready{${CORE}}`;
export const UP = `up{${CORE}}`;
