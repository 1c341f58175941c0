import { readHttpUrl, readSecret, readWholeNumber } from "../../../app/settings/setting-values.ts";
import { CC_BY } from "../licences.ts";
import { defineProvider } from "../provider.ts";
import {
  isFreeOpenMeteo,
  isOwnOpenMeteo,
  OPEN_METEO_HOSTS,
  openMeteoCallsPerDay,
  openMeteoUrl,
} from "./request.ts";

export const openMeteo = defineProvider({
  name: "open-meteo",
  title: "Open-Meteo",
  credit: {
    words: {
      de: "Wetterdaten von Open-Meteo.com",
      en: "Weather data by Open-Meteo.com",
      es: "Datos meteorológicos de Open-Meteo.com",
      fr: "Données météo d’Open-Meteo.com",
      it: "Dati meteo di Open-Meteo.com",
      nl: "Weergegevens van Open-Meteo.com",
      pt: "Dados meteorológicos de Open-Meteo.com",
      sv: "Väderdata från Open-Meteo.com",
    },
    url: "https://open-meteo.com/",
    licences: [CC_BY],
  },
  about:
    "The free host is for **non-commercial use only** (sites with subscriptions or advertising are commercial), with one request " +
    "at a time and 10,000 a day. For commercial use set `OPEN_METEO_API_KEY`, or point `OPEN_METEO_URL` at a server of your own.",
  hosts: OPEN_METEO_HOSTS,
  settings: {
    OPEN_METEO_URL: {
      read: readHttpUrl,
      without: "the free host `https://api.open-meteo.com`; with a key, the commercial host",
      help: "another host of Open-Meteo, such as your own",
    },
    OPEN_METEO_API_KEY: {
      read: readSecret,
      help: "your key for Open-Meteo; it is sent to no other host",
    },
    PROVIDER_CALLS_PER_DAY: {
      // The provider's largest plan on sale allows less than a hundredth of the maximum.
      read: readWholeNumber("calls", { min: 1, max: 1_000_000_000 }),
      without: "`10000` on Open-Meteo's free host, otherwise none",
      help: "[calls to Open-Meteo in a UTC day](weather.md#the-days-calls), by all replicas together. Set it to a thirtieth of your plan's monthly calls",
    },
  },
  needs: undefined,
  /** An operator's own server has no limit unless one is set; without one, calls to this server are not counted. */
  callsPerDay: (settings) => {
    const url = urlOf(settings);
    const callsMax = settings.PROVIDER_CALLS_PER_DAY ?? openMeteoCallsPerDay(url);
    return callsMax === undefined && isOwnOpenMeteo(url) ? undefined : { callsMax };
  },
  open: async (settings, { onWarning, ...parts }) => {
    const url = urlOf(settings);
    if (isFreeOpenMeteo(url)) {
      onWarning(
        "open-meteo is used at its free host, which is for non-commercial use only: docs/weather.md lists the others",
      );
    }
    const { createOpenMeteoSource } = await import("./source.ts");
    return createOpenMeteoSource({ ...parts, url, apiKey: settings.OPEN_METEO_API_KEY });
  },
});

function urlOf(settings: {
  readonly OPEN_METEO_URL: string | undefined;
  readonly OPEN_METEO_API_KEY: string | undefined;
}): string {
  return openMeteoUrl({ url: settings.OPEN_METEO_URL, apiKey: settings.OPEN_METEO_API_KEY });
}
