// MET Norway's weather symbols (https://github.com/metno/weathericons) as the WMO codes Open-Meteo uses.

/** In their order of light, moderate and heavy. */
const PRECIPITATION = {
  rain: { light: 61, moderate: 63, heavy: 65 },
  rainshowers: { light: 80, moderate: 81, heavy: 82 },
  // There is no code for it among those in use. It is wet and it wets: as rain, not as snow.
  sleet: { light: 61, moderate: 63, heavy: 65 },
  sleetshowers: { light: 80, moderate: 81, heavy: 82 },
  snow: { light: 71, moderate: 73, heavy: 75 },
  snowshowers: { light: 85, moderate: 85, heavy: 86 },
} as const;

const SKY = { clearsky: 0, fair: 1, partlycloudy: 2, cloudy: 3, fog: 45 } as const;

const THUNDERSTORM = 95;

const CODES: ReadonlyMap<string, number> = allCodes();

/** NaN for a symbol that is not known. What follows the underscore says day or night, which the sun tells as well. */
export function weatherCodeFromSymbol(symbol: string): number {
  return CODES.get(symbol.replace(/_.*$/, "")) ?? Number.NaN;
}

function allCodes(): Map<string, number> {
  const codes = new Map<string, number>(Object.entries(SKY));
  for (const [kind, { light, moderate, heavy }] of Object.entries(PRECIPITATION)) {
    codes.set(`light${kind}`, light).set(kind, moderate).set(`heavy${kind}`, heavy);
    for (const intensity of ["light", "", "heavy"]) codes.set(`${intensity}${kind}andthunder`, THUNDERSTORM);
  }
  // So spelt in the provider's own list, with an s too many, and for good.
  codes.set("lightssleetshowersandthunder", THUNDERSTORM).set("lightssnowshowersandthunder", THUNDERSTORM);
  return codes;
}
