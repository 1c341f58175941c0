import type { Names } from "../../names.ts";

export const PT_NAMES: Names = {
  verdicts: {
    safe_to_book: "Aconselhado",
    proceed_with_caution: "Com cautela",
    not_recommended: "Desaconselhado",
  },
  factors: {
    rain: "Chuva",
    wind: "Vento",
    temperature: "Temperatura",
    cloud: "Nuvens",
    wet_surface: "Piso molhado",
    fog: "Nevoeiro",
    darkness: "Escuridão",
    storm: "Trovoada",
  },
  // prettier-ignore
  sports: {
    outdoor: "atividades ao ar livre", golf: "golfe", tennis: "ténis", padel: "padel", football: "futebol", cricket: "críquete",
    running: "corrida", cycling: "ciclismo", hiking: "caminhada", climbing: "escalada", sailing: "vela", kitesurfing: "kitesurf",
    paddling: "canoagem", skiing: "esqui", beach: "praia", event: "eventos ao ar livre", camping: "campismo",
    fitness: "exercício ao ar livre",
  },
};
