import { createMetNorwaySource } from "../../src/weather/met-norway/source.ts";
import { createOpenMeteoSource } from "../../src/weather/open-meteo/source.ts";
import { placeAt, type Place } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { metNorwayPayload, type MetNorwayPayload } from "../weather/met-norway/payload.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import {
  metNorwayAsked,
  openMeteoAsked,
  recordedAnswer,
  type RecordedFolder,
} from "../weather/recorded-answers.ts";
import { describeWeatherProvider, type ProviderUnderTest, type Spoiled } from "./weather-provider-suite.ts";
import { describeWeatherSource, type AnsweringSource } from "./weather-source-suite.ts";

const NOW_MS = Date.parse("2026-11-21T14:25:00Z");
const PLACE = placeAt(59.91, 10.75);
const userAgent = "acme-bookings ops@acme.example";

const openMeteo: ProviderUnderTest = {
  open: (options) => createOpenMeteoSource(options),
  payload: ({ nowMs, place, spoiled }) => {
    const payload = openMeteoPayload({ nowMs, place });
    const { time = [], temperature_2m: tempC = [] } = payload.hourly;
    const spoil: Record<Spoiled, () => unknown> = {
      nulls: () => tempC.fill(null),
      units: () => (payload.hourly_units.wind_speed_10m = "m/s"),
      "missing hour": () => time.splice(7, 1),
      "shuffled hours": () => time.splice(4, 2, ...time.slice(4, 6).toReversed()),
      backwards: () => time.reverse(),
      absurd: () => (tempC[20] = 283),
    };
    if (spoiled !== undefined) spoil[spoiled]();
    return payload;
  },
};

const metNorway: ProviderUnderTest = {
  open: (options) => createMetNorwaySource({ ...options, userAgent }),
  payload: ({ nowMs, place, spoiled }) => {
    const payload = metNorwayPayload({ nowMs, place });
    const { meta, timeseries } = payload.properties;
    const details = timeseries.map(({ data }) => data.instant.details);
    const spoil: Record<Spoiled, () => unknown> = {
      nulls: () => details.forEach((values) => (values.air_temperature = null)),
      units: () => (meta.units.wind_speed = "knots"),
      "missing hour": () => timeseries.splice(51, 1),
      "shuffled hours": () => timeseries.splice(4, 2, ...timeseries.slice(4, 6).toReversed()),
      backwards: () => timeseries.reverse(),
      absurd: () => Object.assign(details[20] ?? {}, { air_temperature: 283 }),
    };
    if (spoiled !== undefined) spoil[spoiled]();
    return payload;
  },
};

/** A source before a provider that answers with this, at a time. */
function answering(
  provider: ProviderUnderTest,
  answer: { body: unknown; nowMs: number; place: Place },
): () => Promise<AnsweringSource> {
  const { body, nowMs, place } = answer;
  return async () => {
    const clock = createManualClock(nowMs);
    const upstream = await createMisbehavingUpstream({ kind: "answer", body });
    const limits = { timeoutMs: 2_000, maxBodyBytes: 1024 * 1024 };
    const source = provider.open({ url: upstream.url, clock, ...limits, onFetch: () => undefined });
    const close = async () => {
      await source.close();
      await upstream.close();
    };
    return { source, place, clock, close };
  };
}

/** Recorded answers, each asked for when its first hour was the one that is asked for. */
function recorded(
  folder: RecordedFolder,
  names: readonly string[],
  open: (body: Record<string, unknown>) => () => Promise<AnsweringSource>,
) {
  return Object.fromEntries(names.map((name) => [name, () => open(recordedAnswer(folder, name))()]));
}

const made = { nowMs: NOW_MS, place: PLACE };

describeWeatherSource("simulated", {
  "made up": async () => {
    const clock = createManualClock(NOW_MS);
    return { source: createSimulatedSource({ clock }), place: PLACE, clock, close: async () => undefined };
  },
});

describeWeatherSource("open-meteo", {
  "an answer to our own request": answering(openMeteo, { body: openMeteo.payload(made), ...made }),
  ...recorded(
    "open-meteo/forecast",
    ["melbourne-14-variables-sample", "new-jersey-14d-scattered-nulls", "new-york-current-hourly-daily"],
    (body) => answering(openMeteo, { body, ...openMeteoAsked(body) }),
  ),
});
describeWeatherProvider("open-meteo", openMeteo);

describeWeatherSource("met-norway", {
  "an answer as in Norway": answering(metNorway, { body: metNorway.payload(made), ...made }),
  ...recorded(
    "met-norway/locationforecast",
    [
      "brisbane-compact-2025-10-29-with-headers",
      "london-complete-2020-07-20",
      "norway-complete-2022-05-18",
      "oslo-compact-2026-02-06",
    ],
    (body) => answering(metNorway, { body, ...metNorwayAsked(body as unknown as MetNorwayPayload) }),
  ),
});
describeWeatherProvider("met-norway", metNorway);
