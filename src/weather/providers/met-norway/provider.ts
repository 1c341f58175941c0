import { readHttpUrl, readText } from "../../../app/settings/setting-values.ts";
import { CC_BY } from "../licences.ts";
import { defineProvider } from "../provider.ts";
import { MET_NORWAY_HOSTS } from "./request.ts";

const NLOD = { name: "NLOD 2.0", url: "https://data.norge.no/nlod/en/2.0" };

export const metNorway = defineProvider({
  name: "met-norway",
  title: "MET Norway",
  credit: {
    words: {
      de: "Auf Grundlage von Daten von MET Norway",
      en: "Based on data from MET Norway",
      es: "Basado en datos de MET Norway",
      fr: "D’après des données de MET Norway",
      it: "Basato su dati di MET Norway",
      nl: "Gebaseerd op gegevens van MET Norway",
      pt: "Com base em dados do MET Norway",
      sv: "Bygger på data från MET Norway",
    },
    url: "https://api.met.no/",
    licences: [CC_BY, NLOD],
  },
  about:
    "It is used only if `MET_NORWAY_USER_AGENT` is set. Commercial use is allowed. Scores from it differ: outside the Nordic " +
    "countries it gives no gusts and no chance of rain, so its amounts count by [what they are " +
    "worth](scoring.md#what-an-amount-is-worth); after two to three days it gives only every sixth hour.",
  hosts: MET_NORWAY_HOSTS,
  settings: {
    MET_NORWAY_URL: {
      read: readHttpUrl,
      default: "https://api.met.no",
      help: "another host of MET Norway's API",
    },
    MET_NORWAY_USER_AGENT: {
      // In characters that a header may have, with a mail address or a site.
      read: readText(
        (text) => /^[\x20-\x7e]+$/.test(text) && /@|[a-z]\.[a-z]{2}/i.test(text),
        "a name and a contact, such as acme-bookings ops@acme.example",
      ),
      help: "MET Norway requires a User-Agent with a contact, such as `court-finder/1.0 ops@court.example`. Without it MET Norway is skipped, with a warning",
    },
  },
  needs: { setting: "MET_NORWAY_USER_AGENT", what: "a name and a contact" },
  callsPerDay: () => undefined,
  open: async ({ MET_NORWAY_URL: url, MET_NORWAY_USER_AGENT: userAgent }, { onWarning, ...parts }) => {
    const { createMetNorwaySource } = await import("./source.ts");
    return createMetNorwaySource({
      ...parts,
      url,
      userAgent,
      onDeprecated: () => onWarning("met-norway says that this version of its service will end (status 203)"),
    });
  },
});
