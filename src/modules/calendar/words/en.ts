/**
 * The texts of the calendar and the badge; every other language has the same ones. Words in braces are filled in. The
 * browser formats dates, numbers and units.
 */
export const EN = {
  risks: { low: "low", medium: "medium", high: "high" },
  /** What a screen reader says for an icon. */
  weather: {
    dry: "Dry",
    cloudy: "Cloudy",
    rain: "Rain",
    snow: "Snow",
    storm: "Thunderstorm",
    fog: "Fog",
    wind: "Windy",
    dark: "Dark",
  },
  chanceOfRain: "{percent} chance of rain",
  chanceOfSnow: "{percent} chance of snow",

  startsOf: "Start times for {length}: {sport}",
  starts: "Start times for {length}",
  start: "Start",
  cell: "{when}: {score} of 100, {verdict}",
  /** The second of two hours with the same name, when clocks go back. */
  again: "{time} again",
  oftenChanges: "but forecasts for this sport often change this far ahead",
  legend: "Legend",
  choose: "Choose a start time to see what to expect.",
  showWeather: "Show the weather",
  venueTimes: "Local time at the venue (time zone: {zone}).",
  readerTimes: "Your time (time zone: {zone}).",
  sameTimes: "Local time at the venue, the same as yours.",
  utcTimes: "Times in UTC.",
  zoneUnknown: "Your browser does not know the venue’s time zone.",
  showReaders: "Show my time",
  showVenues: "Show local time",
  /** Beside a start, if the two differ. */
  venueTime: "local time",
  readerTime: "your time",

  loading: "Loading the forecast…",
  none: "No forecast at the moment.",
  tryIn: "Try again {when}.",
  tryLater: "Try again later.",
  tryAgain: "Try again",
  passed: "This start time has passed.",
  noStarts: "No start times are left within these hours on the days of the forecast.",
  asItWas: "Forecast as it was {when}.",
  /** Starts of the site that are not on a quarter of an hour. */
  unrated: "Other start times, not rated: {count}.",

  chosen: "Chosen start",
  close: "Close",
  loadingDetails: "Loading the details…",
  changed: "The forecast has changed since this calendar was loaded; the cell shows the latest.",
  rainRisk: "Rain risk: {risk}.",
  windRisk: "Wind risk: {risk}.",
  pointsLost: "What cost points",
  noneLost: "No points lost.",
  /** The one factor whose change alone would make the start safe to book. */
  limiting: "Only this stands in the way of “{verdict}”: {factor}.",
  howSure: "How reliable is this?",
  onTheDay: "How the weather turned out when the forecast looked like this on the day.",
  ahead: "How the weather turned out when the forecast looked like this {lead} ahead.",
  whichToBelieve:
    "The verdict is about this one forecast. Trust it for today and tomorrow; for later days, trust the percentages.",
  better: "Better times",
  noBetter: "None in the days shown.",

  assumed: "Assumed:",
  covered: "with a roof",
  uncovered: "no roof",
  floodlit: "with lights",
  unlit: "no lights",
  surface: "Surface",
  surfaces: {
    hard: "hard court",
    clay: "clay",
    grass: "grass",
    artificial: "artificial surface",
    rock: "rock",
  },

  /** How often `safe_to_book` a day ahead was right; `share` is out of 100. */
  trackRecord:
    "Checked here on {days} days: of 100 forecasts of “{verdict}” made the day before, {share} came true.",
  scores: "Scores calculated by {operator} for planning; they do not replace safety checks.",
};

export type OwnWords = typeof EN;
