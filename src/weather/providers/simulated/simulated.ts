import type { NamedSource } from "../provider.ts";

/** Made-up weather has a name and a credit like a provider, though it is none: it is never used beside one. */
export const SIMULATED: NamedSource = {
  name: "simulated",
  title: "Simulated: made up, not a forecast",
  credit: {
    words: {
      de: "Simuliertes Wetter: erfunden, keine Vorhersage.",
      en: "Simulated weather: made up, not a forecast.",
      es: "Tiempo simulado: inventado, no es una previsión.",
      fr: "Météo simulée : inventée, pas une prévision.",
      it: "Meteo simulato: inventato, non una previsione.",
      nl: "Gesimuleerd weer: verzonnen, geen verwachting.",
      pt: "Tempo simulado: inventado, não é uma previsão.",
      sv: "Simulerat väder: påhittat, ingen prognos.",
    },
    url: undefined,
    licences: [],
  },
};
