// A sport of an account's own as operators read it: where its risks begin, and the definition that says so.
import type { CustomSport } from "../accounts/account.ts";
import { compileProfile, type CompiledProfile } from "../scoring/sports/profile.ts";
import { customProfileFromJson } from "../scoring/sports/custom-profile.ts";
import { findProfile } from "../scoring/sports/find-profile.ts";
import { profileThresholds, type RiskBounds, type TempRange } from "../scoring/sports/profile-thresholds.ts";
import { alignedColumns } from "./aligned-columns.ts";

export function sportText({ id, definition }: CustomSport): string {
  const custom = customProfileFromJson(definition);
  const lines =
    "problems" in custom
      ? [
          ["Sport", id],
          ["Problems", `not valid in this version, set it anew. ${custom.problems.join(" ")}`],
        ]
      : [
          ["Sport", `${id}, based on ${custom.definition.base}${replacedText(id)}`],
          ["Label", custom.profile.label],
          ...(custom.outdated.length === 0
            ? []
            : [["Outdated", `set it anew, it is not used as it is written. ${custom.outdated.join(" ")}`]]),
          ...thresholdLines(compileProfile(custom.profile)),
        ];
  return `${alignedColumns(lines)}\n\n${definition}`;
}

/** The definition and its thresholds; `null` is for what never happens. */
export function sportToJson({ id, definition }: CustomSport): object {
  const custom = customProfileFromJson(definition);
  const parsed: unknown = JSON.parse(definition);
  if ("problems" in custom) {
    return { id, definition: parsed, problems: custom.problems };
  }
  const told = profileThresholds(compileProfile(custom.profile));
  return {
    id,
    definition: parsed,
    ...(custom.outdated.length > 0 && { outdated: custom.outdated }),
    thresholds: {
      light_rain_from_pct: boundsToJson(told.lightRainFromPct),
      moderate_rain_from_pct: boundsToJson(told.moderateRainFromPct),
      wind_from_kmh: boundsToJson(told.windFromKmh),
      wind_too_light_up_to_kmh: boundsToJson(told.windTooLightUpToKmh),
      safe_feels_like_c: rangeToJson(told.safeTempC),
      playable_feels_like_c: rangeToJson(told.playableTempC),
    },
  };
}

/** An own sport stands for its one name; a name that was built in until then is worth a word. */
function replacedText(id: string): string {
  const builtIn = findProfile(id);
  if (builtIn === undefined) return "";
  const others = [builtIn.id, ...builtIn.aliases].filter((name) => name !== id);
  return `, in place of the built-in one; built in as before: ${others.join(", ")}`;
}

function thresholdLines(profile: CompiledProfile): string[][] {
  const told = profileThresholds(profile);
  const tooLight = told.windTooLightUpToKmh;
  return [
    ["Light rain", `0.3 mm/h: ${riskText(told.lightRainFromPct, chanceText)}`],
    ["Rain", `1 mm/h: ${riskText(told.moderateRainFromPct, chanceText)}`],
    // The ratio is the model's: a gust counts as the steady wind it would belong to.
    ["Wind", `${riskText(told.windFromKmh, (kmh) => `from ${kmh} km/h`)} (gusts: 1.7 times that)`],
    ...(tooLight.medium === undefined
      ? []
      : [["Too little wind", riskText(tooLight, (kmh) => `up to ${kmh} km/h`)]]),
    ["Feels like", tempText(told.safeTempC, told.playableTempC)],
    ["Wet surface", wetText(profile.wet)],
    ["After dark", `${percent(profile.night)} of the score is left`],
  ];
}

function riskText({ medium, high }: RiskBounds, at: (value: number) => string): string {
  if (medium === undefined) return "low risk at any speed";
  return `medium risk ${at(medium)}, ${high === undefined ? "never high" : `high ${at(high)}`}`;
}

function chanceText(pct: number): string {
  return `from a chance of ${pct}%`;
}

function tempText(safe: TempRange, playable: TempRange): string {
  const safeWords = `safe to book ${rangeWords(safe)}`;
  const limits = [
    ...(playable.from === undefined ? [] : [`below ${playable.from}°C`]),
    ...(playable.to === undefined ? [] : [`above ${playable.to}°C`]),
  ];
  return limits.length === 0 ? safeWords : `${safeWords}, not recommended ${limits.join(" or ")}`;
}

function rangeWords({ from, to }: TempRange): string {
  if (from === undefined) return to === undefined ? "at any temperature" : `up to ${to}°C`;
  return to === undefined ? `from ${from}°C` : `from ${from} to ${to}°C`;
}

function wetText({ weight, halfLifeH }: CompiledProfile["wet"]): string {
  if (weight === 0) return "takes nothing from the score";
  return `takes up to ${percent(weight)} of the score; half of the water is gone in ${halfLifeH} h`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function boundsToJson({ medium, high }: RiskBounds): object {
  return { medium: medium ?? null, high: high ?? null };
}

function rangeToJson({ from, to }: TempRange): object {
  return { from: from ?? null, to: to ?? null };
}
