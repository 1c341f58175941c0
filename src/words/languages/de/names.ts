import type { Names } from "../../names.ts";

export const DE_NAMES: Names = {
  verdicts: {
    safe_to_book: "Zu empfehlen",
    proceed_with_caution: "Mit Vorbehalt",
    not_recommended: "Nicht zu empfehlen",
  },
  factors: {
    rain: "Regen",
    wind: "Wind",
    temperature: "Temperatur",
    cloud: "Bewölkung",
    wet_surface: "Nasser Boden",
    fog: "Nebel",
    darkness: "Dunkelheit",
    storm: "Gewitter",
  },
  // prettier-ignore
  sports: {
    outdoor: "Aktivitäten im Freien", golf: "Golf", tennis: "Tennis", padel: "Padel", football: "Fußball", cricket: "Cricket",
    running: "Laufen", cycling: "Radfahren", hiking: "Wandern", climbing: "Klettern", sailing: "Segeln",
    kitesurfing: "Kitesurfen", paddling: "Paddeln", skiing: "Skifahren", beach: "Strand", event: "Veranstaltungen im Freien",
    camping: "Zelten", fitness: "Sport im Freien",
  },
};

export const DE_CH_NAMES: Names = {
  ...DE_NAMES,
  sports: { ...DE_NAMES.sports, football: "Fussball", cycling: "Velofahren" },
};
