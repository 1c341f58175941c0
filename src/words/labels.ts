// Names of sports and verdicts for lists, legends and headings. Sentences have their own words.
import { type SportId, SPORTS } from "../scoring/sports/sports.ts";
import type { Verdict } from "../scoring/verdicts.ts";

export interface Labels {
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** By the id of a built-in sport. */
  readonly sports: Readonly<Record<string, string>>;
}

/** What a language has to have. */
interface WholeLabels extends Labels {
  readonly sports: Readonly<Record<SportId, string>>;
}

const EN: WholeLabels = {
  verdicts: {
    safe_to_book: "Safe to book",
    proceed_with_caution: "Proceed with caution",
    not_recommended: "Not recommended",
  },
  sports: Object.fromEntries(SPORTS.map(({ id, label }) => [id, label])) as WholeLabels["sports"],
};

const DE: WholeLabels = {
  verdicts: {
    safe_to_book: "Zu empfehlen",
    proceed_with_caution: "Mit Vorbehalt",
    not_recommended: "Nicht zu empfehlen",
  },
  // prettier-ignore
  sports: {
    outdoor: "Aktivitäten im Freien", golf: "Golf", tennis: "Tennis", padel: "Padel", football: "Fußball", cricket: "Cricket",
    running: "Laufen", cycling: "Radfahren", hiking: "Wandern", climbing: "Klettern", sailing: "Segeln",
    kitesurfing: "Kitesurfen", paddling: "Paddeln", skiing: "Skifahren", beach: "Strand", event: "Veranstaltungen im Freien",
    camping: "Zelten", fitness: "Fitness im Freien",
  },
};

const LABELS: Readonly<Record<string, WholeLabels>> = {
  en: EN,
  "en-US": { ...EN, sports: { ...EN.sports, football: "soccer" } },
  de: DE,
  "de-CH": { ...DE, sports: { ...DE.sports, football: "Fussball" } },
  es: {
    verdicts: {
      safe_to_book: "Recomendable",
      proceed_with_caution: "Con precaución",
      not_recommended: "No recomendable",
    },
    // prettier-ignore
    sports: {
      outdoor: "actividades al aire libre", golf: "golf", tennis: "tenis", padel: "pádel", football: "fútbol", cricket: "críquet",
      running: "correr", cycling: "ciclismo", hiking: "senderismo", climbing: "escalada", sailing: "vela", kitesurfing: "kitesurf",
      paddling: "piragüismo", skiing: "esquí", beach: "playa", event: "eventos al aire libre", camping: "acampada",
      fitness: "ejercicio al aire libre",
    },
  },
  fr: {
    verdicts: {
      safe_to_book: "Recommandé",
      proceed_with_caution: "Avec prudence",
      not_recommended: "Déconseillé",
    },
    // prettier-ignore
    sports: {
      outdoor: "activités de plein air", golf: "golf", tennis: "tennis", padel: "padel", football: "football", cricket: "cricket",
      running: "course à pied", cycling: "vélo", hiking: "randonnée", climbing: "escalade", sailing: "voile", kitesurfing: "kitesurf",
      paddling: "pagaie", skiing: "ski", beach: "plage", event: "événements en plein air", camping: "camping",
      fitness: "fitness en plein air",
    },
  },
  it: {
    verdicts: {
      safe_to_book: "Consigliato",
      proceed_with_caution: "Con cautela",
      not_recommended: "Sconsigliato",
    },
    // prettier-ignore
    sports: {
      outdoor: "attività all’aperto", golf: "golf", tennis: "tennis", padel: "padel", football: "calcio", cricket: "cricket",
      running: "corsa", cycling: "ciclismo", hiking: "escursionismo", climbing: "arrampicata", sailing: "vela",
      kitesurfing: "kitesurf", paddling: "canoa e kayak", skiing: "sci", beach: "spiaggia", event: "eventi all’aperto",
      camping: "campeggio", fitness: "fitness all’aperto",
    },
  },
  nl: {
    verdicts: {
      safe_to_book: "Aan te raden",
      proceed_with_caution: "Onder voorbehoud",
      not_recommended: "Af te raden",
    },
    // prettier-ignore
    sports: {
      outdoor: "buitenactiviteiten", golf: "golf", tennis: "tennis", padel: "padel", football: "voetbal", cricket: "cricket",
      running: "hardlopen", cycling: "fietsen", hiking: "wandelen", climbing: "klimmen", sailing: "zeilen",
      kitesurfing: "kitesurfen", paddling: "peddelen", skiing: "skiën", beach: "strand", event: "evenementen in de open lucht",
      camping: "kamperen", fitness: "buitenfitness",
    },
  },
  pt: {
    verdicts: {
      safe_to_book: "Aconselhado",
      proceed_with_caution: "Com cautela",
      not_recommended: "Desaconselhado",
    },
    // prettier-ignore
    sports: {
      outdoor: "atividades ao ar livre", golf: "golfe", tennis: "ténis", padel: "padel", football: "futebol", cricket: "críquete",
      running: "corrida", cycling: "ciclismo", hiking: "caminhada", climbing: "escalada", sailing: "vela", kitesurfing: "kitesurf",
      paddling: "canoagem", skiing: "esqui", beach: "praia", event: "eventos ao ar livre", camping: "campismo",
      fitness: "exercício ao ar livre",
    },
  },
  sv: {
    verdicts: {
      safe_to_book: "Rekommenderas",
      proceed_with_caution: "Med förbehåll",
      not_recommended: "Avråds",
    },
    // prettier-ignore
    sports: {
      outdoor: "utomhusaktiviteter", golf: "golf", tennis: "tennis", padel: "padel", football: "fotboll", cricket: "cricket",
      running: "löpning", cycling: "cykling", hiking: "vandring", climbing: "klättring", sailing: "segling",
      kitesurfing: "kitesurfing", paddling: "paddling", skiing: "skidåkning", beach: "strand", event: "utomhusevenemang",
      camping: "camping", fitness: "utomhusträning",
    },
  },
};

/** The labels for a language tag such as `de-CH`; if the region has none, the labels of the language. */
export function labelsOf(tag: string): Labels {
  const labels = LABELS[tag] ?? LABELS[tag.slice(0, 2)];
  if (labels === undefined) throw new Error(`there are no labels for ${tag}`);
  return labels;
}
