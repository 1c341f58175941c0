import type { OwnWords } from "./en.ts";

export const FR: OwnWords = {
  risks: { low: "faible", medium: "moyen", high: "élevé" },
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
  weather: {
    dry: "Sec",
    cloudy: "Nuageux",
    rain: "Pluie",
    snow: "Neige",
    storm: "Orage",
    fog: "Brouillard",
    wind: "Venteux",
    dark: "Nuit",
  },

  startsOf: "Créneaux de {length} : {sport}",
  starts: "Créneaux de {length}",
  start: "Début",
  cell: "{when} : {score} sur 100, {verdict}",
  again: "{time} à nouveau",
  legend: "Ce que disent les cases",
  choose: "Choisissez un créneau pour voir à quoi vous attendre.",
  showWeather: "Afficher la météo",
  venueTimes: "Heures sur place ({zone}).",
  readerTimes: "Vos heures ({zone}).",
  showReaders: "Afficher les miennes",
  showVenues: "Afficher celles sur place",
  sameTimes: "Les vôtres sont les mêmes.",

  loading: "Chargement des prévisions…",
  none: "Pas de prévisions pour le moment.",
  tryIn: "Réessayez {when}.",
  tryLater: "Réessayez plus tard.",
  tryAgain: "Réessayer",
  passed: "Ce créneau est passé.",
  noStarts: "Aucun créneau à ces heures dans les jours prévus.",
  asItWas: "Prévisions telles qu'elles étaient {when}.",

  chosen: "Créneau choisi",
  close: "Fermer",
  loadingDetails: "Chargement des détails…",
  changed:
    "Les prévisions ont changé depuis le chargement du calendrier ; la case montre ce qui vaut maintenant.",
  riskLine: "Risque de pluie : {rain}. Risque de vent : {wind}.",
  pointsLost: "Où sont passés les points",
  noneLost: "Les 100 y sont.",
  howSure: "Degré de certitude",
  onTheDay:
    "À quelle fréquence le temps a finalement mérité chaque avis, après de telles prévisions du jour même.",
  ahead:
    "À quelle fréquence le temps a finalement mérité chaque avis, après de telles prévisions {hours} à l'avance.",
  whichToBelieve:
    "L'avis juge cette seule prévision. Là où les fréquences disent autre chose, fiez-vous à l'avis pour aujourd'hui et demain, aux fréquences pour les jours suivants.",
  better: "Meilleurs moments",
  noBetter: "Aucun dans les jours affichés.",

  assumed: "Supposé :",
  covered: "avec toit",
  uncovered: "sans toit",
  floodlit: "avec éclairage",
  unlit: "sans éclairage",
  surface: "Revêtement",
  surfaces: {
    hard: "surface dure",
    clay: "terre battue",
    grass: "gazon",
    artificial: "gazon synthétique",
    rock: "rocher",
  },

  trackRecord:
    "Vérifié ici pendant {days} jours : sur 100 créneaux annoncés « {verdict} » la veille, {share} l’ont été.",
  openMeteo: "Données météo d'Open-Meteo.com",
  metNorway: "D'après des données de MET Norway",
  simulated: "Météo simulée : inventée, pas une prévision.",
  scores: "Notes calculées par {operator} ; une aide pour planifier, pas une garantie de sécurité.",
};
