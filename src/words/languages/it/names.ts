import type { Names } from "../../names.ts";

export const IT_NAMES: Names = {
  verdicts: {
    safe_to_book: "Consigliato",
    proceed_with_caution: "Con cautela",
    not_recommended: "Sconsigliato",
  },
  factors: {
    rain: "Pioggia",
    wind: "Vento",
    temperature: "Temperatura",
    cloud: "Nuvole",
    wet_surface: "Fondo bagnato",
    fog: "Nebbia",
    darkness: "Buio",
    storm: "Temporale",
  },
  // prettier-ignore
  sports: {
    outdoor: "attività all’aperto", golf: "golf", tennis: "tennis", padel: "padel", football: "calcio", cricket: "cricket",
    running: "corsa", cycling: "ciclismo", hiking: "escursionismo", climbing: "arrampicata", sailing: "vela",
    kitesurfing: "kitesurf", paddling: "canoa e kayak", skiing: "sci", beach: "spiaggia", event: "eventi all’aperto",
    camping: "campeggio", fitness: "fitness all’aperto",
  },
};
