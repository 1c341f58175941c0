import type { Names } from "../../names.ts";

export const NL_NAMES: Names = {
  verdicts: {
    safe_to_book: "Aanbevolen",
    proceed_with_caution: "Onder voorbehoud",
    not_recommended: "Afgeraden",
  },
  factors: {
    rain: "Regen",
    wind: "Wind",
    temperature: "Temperatuur",
    cloud: "Bewolking",
    wet_surface: "Natte ondergrond",
    fog: "Mist",
    darkness: "Duisternis",
    storm: "Onweer",
  },
  // prettier-ignore
  sports: {
    outdoor: "buitenactiviteiten", golf: "golf", tennis: "tennis", padel: "padel", football: "voetbal", cricket: "cricket",
    running: "hardlopen", cycling: "fietsen", hiking: "wandelen", climbing: "klimmen", sailing: "zeilen",
    kitesurfing: "kitesurfen", paddling: "peddelen", skiing: "skiën", beach: "strand", event: "buitenevenementen",
    camping: "kamperen", fitness: "buitenfitness",
  },
};
