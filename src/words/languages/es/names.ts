import type { Names } from "../../names.ts";

export const ES_NAMES: Names = {
  verdicts: {
    safe_to_book: "Recomendable",
    proceed_with_caution: "Con precaución",
    not_recommended: "No recomendable",
  },
  factors: {
    rain: "Lluvia",
    wind: "Viento",
    temperature: "Temperatura",
    cloud: "Nubes",
    wet_surface: "Suelo mojado",
    fog: "Niebla",
    darkness: "Oscuridad",
    storm: "Tormenta",
  },
  // prettier-ignore
  sports: {
    outdoor: "actividades al aire libre", golf: "golf", tennis: "tenis", padel: "pádel", football: "fútbol", cricket: "críquet",
    running: "correr", cycling: "ciclismo", hiking: "senderismo", climbing: "escalada", sailing: "vela", kitesurfing: "kitesurf",
    paddling: "piragüismo", skiing: "esquí", beach: "playa", event: "eventos al aire libre", camping: "acampada",
    fitness: "ejercicio al aire libre",
  },
};
