import type { Names } from "../../names.ts";

export const NL_NAMES: Names = {
  verdicts: {
    safe_to_book: "Aan te raden",
    proceed_with_caution: "Onder voorbehoud",
    not_recommended: "Af te raden",
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
    kitesurfing: "kitesurfen", paddling: "peddelen", skiing: "skiën", beach: "strand", event: "evenementen in de open lucht",
    camping: "kamperen", fitness: "buitenfitness",
  },
};
