import type { Names } from "../../names.ts";

export const FR_NAMES: Names = {
  verdicts: {
    safe_to_book: "Recommandé",
    proceed_with_caution: "Avec prudence",
    not_recommended: "Déconseillé",
  },
  factors: {
    rain: "Pluie",
    wind: "Vent",
    temperature: "Température",
    cloud: "Nuages",
    wet_surface: "Sol mouillé",
    fog: "Brouillard",
    darkness: "Obscurité",
    storm: "Orage",
  },
  // prettier-ignore
  sports: {
    outdoor: "activités de plein air", golf: "golf", tennis: "tennis", padel: "padel", football: "football", cricket: "cricket",
    running: "course à pied", cycling: "vélo", hiking: "randonnée", climbing: "escalade", sailing: "voile", kitesurfing: "kitesurf",
    paddling: "canoë-kayak", skiing: "ski", beach: "plage", event: "événements en plein air", camping: "camping",
    fitness: "sport en plein air",
  },
};
