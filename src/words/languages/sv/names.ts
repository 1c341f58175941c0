import type { Names } from "../../names.ts";

export const SV_NAMES: Names = {
  verdicts: {
    safe_to_book: "Rekommenderas",
    proceed_with_caution: "Med förbehåll",
    not_recommended: "Avråds",
  },
  factors: {
    rain: "Regn",
    wind: "Vind",
    temperature: "Temperatur",
    cloud: "Molnighet",
    wet_surface: "Blött underlag",
    fog: "Dimma",
    darkness: "Mörker",
    storm: "Åska",
  },
  // prettier-ignore
  sports: {
    outdoor: "utomhusaktiviteter", golf: "golf", tennis: "tennis", padel: "padel", football: "fotboll", cricket: "cricket",
    running: "löpning", cycling: "cykling", hiking: "vandring", climbing: "klättring", sailing: "segling",
    kitesurfing: "kitesurfing", paddling: "paddling", skiing: "skidåkning", beach: "strand", event: "utomhusevenemang",
    camping: "camping", fitness: "utomhusträning",
  },
};
