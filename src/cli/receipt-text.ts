// What a verified receipt says, for people and for scripts.
import { isoTime } from "../iso-time.ts";
import type { VerifiedReceipt } from "../receipts/verify-receipt.ts";
import { alignedColumns } from "./aligned-columns.ts";
import { printable } from "./printable.ts";

type Verified = Extract<VerifiedReceipt, { readonly kind: "Verified" }>;

export function receiptJson({ receipt, kid, isSimulated, score, changed }: Verified): object {
  return {
    verified: true,
    issuer: receipt.iss,
    kid,
    signed_at: isoTime(receipt.iat * 1000),
    is_simulated: isSimulated,
    recomputed: { playability_score: score.playabilityScore, raw: score.raw },
    changed_curves: changed,
    receipt,
  };
}

export function receiptText({ receipt, kid, isSimulated, score, changed }: Verified): string {
  const { iss, iat, jti, sub, question, profile, answer, explanation, source, credit, model_version } =
    receipt;
  const { playability_score, recommendation, rain_risk, wind_risk, temp_c, summary, forecast_at } = answer;
  const lost = explanation.points_lost.map(({ factor, points }) => `${factor} ${points}`).join(", ");
  const rows = [
    ["Signed by", iss],
    ["Signed at", `${isoTime(iat * 1000)}, says the signer`],
    ["Key", kid],
    ["Reference", sub ?? "none"],
    ["Request id", jti],
    ["Question", pairs(question)],
    [
      "Answer",
      `${playability_score}, ${recommendation}; rain risk ${rain_risk}, wind risk ${wind_risk}; ${temp_c} °C`,
    ],
    ["", summary],
    ["Points lost", lost === "" ? "none" : lost],
    ["Recomputed", `${score.playabilityScore} (${score.raw.toFixed(3)}), by model version ${model_version}`],
    ["Curves", curvesText(profile, changed)],
    ["Forecast", `${source}, ${forecast_at}`],
    ["Credit", credit],
  ];
  return [
    isSimulated
      ? "The signature is good, but the weather is simulated: this receipt proves nothing."
      : "The signature is good, and the score follows from the hours in the receipt.",
    "",
    alignedColumns(rows.map((row) => row.map(oneLine))),
    "",
    hoursTable(explanation.hours),
  ].join("\n");
}

function curvesText(
  { id, base }: { readonly id: string; readonly base: string },
  changed: readonly string[],
) {
  const sport = id === base ? id : `${id}, which is made from ${base}`;
  return changed.length === 0
    ? `${sport}, as it is built in`
    : `${sport}, with its own ${changed.join(", ")}`;
}

const COLUMNS = [
  ["temp_c", "°C"],
  ["rain_mm", "RAIN MM"],
  ["precip_prob_pct", "CHANCE %"],
  ["wind_kmh", "KM/H"],
  ["gust_kmh", "GUSTS"],
  ["cloud_cover_pct", "CLOUD %"],
  ["weather_code", "WMO CODE"],
  ["wet_mm", "WET MM"],
] as const;

function hoursTable(hours: readonly Readonly<Record<string, unknown>>[]): string {
  const rows = hours.map((hour) => [
    hour["time"],
    hour["playability_score"],
    ...COLUMNS.map(([name]) => rounded(hour[name])),
  ]);
  const head = ["HOUR", "SCORE", ...COLUMNS.map(([, heading]) => heading)];
  return alignedColumns([head, ...rows.map((row) => row.map((cell) => oneLine(String(cell ?? "–"))))]);
}

function rounded(value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 100) / 100 : value;
}

function pairs(question: object): string {
  return Object.entries(question)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}

/** Escaped, because some of the receipt was written by whoever asked for it. */
function oneLine(text: string): string {
  return printable(text.replaceAll("\n", " "));
}
