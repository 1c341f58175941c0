// The weather of a session, from the hours of a forecast with `explain`.

const HOUR_MS = 3_600_000;

/** From this wind on, people notice it even in dry weather; the service's sentences call it "strong". */
const WINDY_KMH = 39;

/** For a session with several kinds of weather, the first of these counts. */
const WORST_FIRST = /** @type {const} */ (["storm", "snow", "rain", "wind", "fog", "cloudy", "dry"]);

/**
 * @typedef {object} Hour
 * @property {string} time
 * @property {number} temp_c
 * @property {number} rain_mm
 * @property {number} wind_kmh
 * @property {{ conditions?: string, is_day?: boolean, precip_prob_pct?: number }} [explanation]
 *
 * @typedef {(typeof WORST_FIRST)[number] | "dark"} Kind
 * @typedef {{ kind: Kind, tempC: number, rainMm: number, chancePct: number }} Weather Temperature at the start, rain of the whole
 *   session, the chance of rain or snow in its wettest hour.
 */

/**
 * @param {readonly Hour[]} hours
 * @param {number} durationMinutes
 * @returns {(startTime: string) => Weather | undefined} Undefined if the start's hour is missing or not explained.
 */
export function weatherOf(hours, durationMinutes) {
  const known = new Map(hours.map((hour) => [Date.parse(hour.time), hour]));
  return (startTime) => {
    const startMs = Date.parse(startTime);
    const endMs = startMs + durationMinutes * 60_000;
    const firstMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
    const first = known.get(firstMs);
    if (first?.explanation?.conditions === undefined) {
      return undefined;
    }
    /** @type {Set<string | undefined>} */
    const kinds = new Set();
    let rainMm = 0;
    let chancePct = 0;
    let isDark = true;
    for (let ms = firstMs; ms < endMs; ms += HOUR_MS) {
      const hour = known.get(ms);
      if (hour === undefined) {
        break;
      }
      kinds.add(hour.explanation?.conditions).add(hour.wind_kmh >= WINDY_KMH ? "wind" : undefined);
      rainMm += (hour.rain_mm * (Math.min(endMs, ms + HOUR_MS) - Math.max(startMs, ms))) / HOUR_MS;
      chancePct = Math.max(chancePct, hour.explanation?.precip_prob_pct ?? 0);
      isDark &&= hour.explanation?.is_day === false;
    }
    const kind = WORST_FIRST.find((each) => kinds.has(each)) ?? "dry";
    // A sun at midnight would be wrong, and a cloud says little.
    const isSkyUnseen = isDark && (kind === "dry" || kind === "cloudy");
    return { kind: isSkyUnseen ? "dark" : kind, tempC: first.temp_c, rainMm, chancePct };
  };
}
