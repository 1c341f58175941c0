// Turns recorded answers to other people's requests (imperial, old spellings) into what our own would have got.

export interface MetricPayload extends Record<string, unknown> {
  hourly_units: Record<string, string>;
  hourly: Record<string, (number | string | null)[]>;
}

/** The old spelling of a variable -> the one we ask for. */
const RENAMED: Record<string, string> = {
  relativehumidity_2m: "relative_humidity_2m",
  cloudcover: "cloud_cover",
  windspeed_10m: "wind_speed_10m",
  windgusts_10m: "wind_gusts_10m",
};

const CONVERSIONS: Record<string, { unit: string; convert: (value: number) => number }> = {
  "°F": { unit: "°C", convert: (value) => ((value - 32) * 5) / 9 },
  "mp/h": { unit: "km/h", convert: (value) => value * 1.609344 },
  inch: { unit: "mm", convert: (value) => value * 25.4 },
};

export function convertedToMetric(body: Record<string, unknown>): MetricPayload {
  const { hourly, hourly_units: units } = structuredClone(body) as MetricPayload;
  const converted: MetricPayload = { ...body, hourly: {}, hourly_units: {} };
  for (const [name, values] of Object.entries(withPrecipitation(hourly))) {
    const unit = units[name] ?? (name === "precipitation" ? "inch" : "");
    const conversion = CONVERSIONS[unit];
    const newName = RENAMED[name] ?? name;
    converted.hourly_units[newName] = conversion?.unit ?? unit;
    converted.hourly[newName] =
      conversion === undefined
        ? values
        : values.map((value) => (value === null ? null : conversion.convert(Number(value))));
  }
  return converted;
}

/** The sum, where only its parts were asked for. Seven of fresh snow are one of water, as the provider reckons. */
function withPrecipitation(hourly: MetricPayload["hourly"]): MetricPayload["hourly"] {
  const { rain, showers, snowfall } = hourly;
  if (hourly.precipitation !== undefined || rain === undefined) return hourly;
  const precipitation = rain.map(
    (amount, i) => Number(amount) + Number(showers?.[i]) + Number(snowfall?.[i]) / 7,
  );
  return { ...hourly, precipitation };
}
