import type { Finding } from "../harness/bench-case.ts";

export function figureText({ value, unit }: Finding): string {
  return `${digits(value)} ${unit}`;
}

export function rangeText({ least, greatest }: Finding): string {
  return `${digits(least)} to ${digits(greatest)}`;
}

export function wantedText({ target, unit }: Finding): string {
  if (target === undefined) return "";
  return `${target.kind === "at least" ? ">=" : "<="} ${target.value} ${unit}`;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
