// What <suitability-calendar> makes of its attributes in a page of a site, without a browser.
import { onTestFinished, vi } from "vitest";

interface Settings {
  readonly forecastUrl: string;
  readonly confidenceUrl: (startTime: string, lang: string) => string;
  readonly apiKey: string | undefined;
  readonly slots: ReadonlySet<number> | undefined;
  readonly unfitSlots: readonly string[];
}

export const SERVICE = "https://weather.example";
export const SITE = "https://club.example";

const MODULE = new URL("../../../web/calendar/settings.js", import.meta.url).href;
const { readSettings } = (await import(MODULE)) as {
  readSettings: (element: object, defaults: object) => Settings;
};

/** The settings of an element whose file came from SERVICE, in a page of SITE. */
export function readAttributes(attributes: Readonly<Record<string, string>>): Settings {
  vi.stubGlobal("document", { baseURI: `${SITE}/courts/` });
  vi.stubGlobal("location", new URL(SITE));
  onTestFinished(() => void vi.unstubAllGlobals());
  return readSettings(
    {
      getAttribute: (name: string) => attributes[name] ?? null,
      hasAttribute: (name: string) => name in attributes,
    },
    { apiKey: undefined, serviceUrl: `${SERVICE}/`, switched: {} },
  );
}
