/** 1,234,000 becomes `1.2 million`: as people say it, with two significant digits, or three from 100 on. */
export function numberText(value: number): string {
  if (value >= 1e9) return `${digits(value / 1e9)} billion`;
  if (value >= 1e6) return `${digits(value / 1e6)} million`;
  if (value >= 1e3) return Number(value.toPrecision(3)).toLocaleString("en-GB");
  return value > 0 && value < 0.01 ? "under 0.01" : digits(value);
}

function digits(value: number): string {
  return String(Number(value.toPrecision(value >= 100 ? 3 : 2)));
}

export function megabytesText(megabytes: number): string {
  return megabytes >= 1024 ? `${digits(megabytes / 1024)} GB` : `${Math.round(megabytes)} MB`;
}

export function percentText(share: number): string {
  return share > 0 && share < 0.001 ? "under 0.1%" : `${Number((share * 100).toPrecision(2))}%`;
}
