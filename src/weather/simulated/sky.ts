/** What the rest of an hour's simulated weather is told from. */
export interface SkyInput {
  readonly tempC: number;
  readonly rainMm: number;
  readonly cloudPct: number;
  readonly humidityPct: number;
  readonly windKmh: number;
}

export interface SimulatedSky {
  /** WMO code as Open-Meteo uses it. */
  readonly weatherCode: number;
  readonly visibilityM: number;
}

/** Snow reaches the ground a little above freezing. */
const SNOW_BELOW_C = 0.5;

/** The code that agrees with the other values, and how far one sees in such weather. */
export function simulatedSky(input: SkyInput): SimulatedSky {
  const { tempC, rainMm, cloudPct, humidityPct, windKmh } = input;
  if (rainMm > 0) {
    const isSnow = tempC <= SNOW_BELOW_C;
    return {
      weatherCode: isSnow ? snowCode(rainMm) : rainCode(input),
      visibilityM: 24_000 / (1 + rainMm * (isSnow ? 8 : 1.5)),
    };
  }
  // Wind stirs fog up; rime fog where it freezes.
  if (humidityPct >= 95 && windKmh < 11) return { weatherCode: tempC < 0 ? 48 : 45, visibilityM: 300 };
  return { weatherCode: skyCode(cloudPct), visibilityM: 30_000 - 200 * Math.max(0, humidityPct - 50) };
}

function snowCode(mm: number): number {
  if (mm < 0.5) return 71;
  return mm < 2 ? 73 : 75;
}

/** Thunder in warm downpours, showers under a broken sky, drizzle if it hardly rains, else rain. */
function rainCode({ tempC, rainMm, cloudPct }: SkyInput): number {
  if (rainMm >= 3 && tempC >= 15) return 95;
  if (cloudPct < 85) return rainMm < 2.5 ? 80 : 81;
  if (rainMm < 0.3) return 51;
  if (rainMm < 2.5) return 61;
  return rainMm < 7.6 ? 63 : 65;
}

/** Clear, mainly clear, partly cloudy, overcast. */
function skyCode(cloudPct: number): number {
  if (cloudPct < 12.5) return 0;
  if (cloudPct < 37.5) return 1;
  return cloudPct < 87.5 ? 2 : 3;
}
