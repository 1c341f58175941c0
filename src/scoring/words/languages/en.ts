import { joinReasons } from "../join-reasons.ts";
import type { Language } from "../language.ts";
import { celsius, FAHRENHEIT, kmh, MPH } from "../units.ts";

export const EN: Language = {
  tag: "en",
  // Promised to callers before there were other languages.
  lengthMax: 139,

  temp: celsius("°C"),
  percent: (whole) => `${whole}%`,
  speed: kmh(" km/h"),

  sports: {},
  ownSport: (label) => `for ${label}`,
  inTheDark: " in the dark",

  opening: {
    great: "Great weather",
    good: "Good weather",
    reasonable: "Reasonable weather",
    poor: "Poor weather",
    bad: "Very poor weather",
  },
  conditions: {
    great: "Great conditions",
    good: "Good conditions",
    reasonable: "Reasonable conditions",
    poor: "Poor conditions",
    bad: "Very poor conditions",
  },
  colon: ": ",
  semicolon: "; ",
  but: (first) => (first === "weather" || first === "storm" ? ", but with " : ", but "),
  and: (first, second) =>
    first.kind === "temperature" && (second.kind === "weather" || second.kind === "storm")
      ? `${first.text} with ${second.text}`
      : joinReasons("and", ["surface", "darkness"])(first, second),
  storm: (when, sport) => `Thunderstorms expected${when}: not safe ${sport}`,
  possibleStorm: {
    during: "thunderstorms possible",
    before: "a thunderstorm possible shortly before",
    after: "a thunderstorm possible soon after",
  },

  sky: {
    sunny: "dry and sunny",
    dry: "dry",
    cloudy: "dry but cloudy",
    slightRain: "dry, with a small chance of rain",
    slightSnow: "dry, with a small chance of snow",
    underRoof: "dry under the roof",
  },
  outside: (precipitation) => `${precipitation} outside`,
  withWind: {
    calm: " with almost no wind",
    light: " with light wind",
    breeze: " with a moderate breeze",
    fresh: " with a fresh wind",
    strong: " with strong wind",
    veryStrong: " with very strong wind",
  },
  withGoodWind: (amount) => ` with a good wind (${amount})`,

  precipitation: {
    lightRain: "light rain expected",
    rain: "rain expected",
    heavyRain: "heavy rain expected",
    snow: "snow expected",
    heavySnow: "heavy snow expected",
    lightRainLikely: "light rain likely",
    rainLikely: "rain likely",
    heavyRainLikely: "heavy rain likely",
    snowLikely: "snow likely",
    showers: "a chance of showers",
    snowShowers: "a chance of snow showers",
    slightRain: "a small chance of rain",
    slightSnow: "a small chance of snow",
  },
  wind: { breeze: "a breeze", fresh: "a fresh wind", strong: "strong wind", veryStrong: "very strong wind" },
  gustyWind: "gusty wind",
  littleWind: "little wind",
  tooLittleWind: "too little wind",
  almostNoWind: "almost no wind",
  aboutSpeed: (figure) => `about ${figure}`,
  gustsTo: (figure) => `gusts to ${figure}`,
  upTo: (figure) => `gusts to ${figure}`,
  temperature: {
    bitter: "bitterly cold",
    cold: "cold",
    cool: "cool",
    notWarm: "not very warm",
    mild: "too mild",
    warm: "warm",
    hot: "hot",
    extreme: "extremely hot",
  },
  overcast: "overcast skies",
  stillWet: {
    rock: "the rock will still be wet",
    wall: "the wall will still be wet",
    equipment: "the equipment will still be wet",
    court: "the court will still be wet",
    course: "the course will still be wet",
    pitch: "the pitch will still be wet",
    road: "roads will still be wet",
    path: "paths will still be wet",
    ground: "the ground will still be wet",
  },
  fog: "fog",
  blowingSnow: "poor visibility in snow",
  freezingRain: "freezing rain",
  stormBefore: "a thunderstorm shortly before",
  stormSoon: "a thunderstorm soon after",
  dark: {
    all: "it will be dark",
    soon: "it will get dark soon after the start",
    midway: "it will get dark halfway through",
    end: "it will get dark towards the end",
    first: "it will be dark at first",
    part: "it will be dark for part of it",
  },
  when: {
    first: " at first",
    midway: " halfway through",
    end: " towards the end",
    firstHalfHour: " in the first half hour",
    lastHalfHour: " in the last half hour",
    firstHour: " in the first hour",
    lastHour: " in the last hour",
  },
  worst: (when) => `, worst${when}`,

  about: (temp) => `About ${temp}`,
  aboutAtStart: (temp) => `About ${temp} at the start`,
  feelsLike: (temp) => `feels like ${temp}`,
  better: ({ time, weekday }) => `Better ${weekday === undefined ? "" : `on ${weekday} `}at ${time}`,
  endMissing: "The forecast does not reach the end",
  partMissing: "Part of the forecast is missing",
  earlyDays: "Early days: check again nearer the time",
};

export const EN_GB: Language = { ...EN, tag: "en-GB", speed: MPH };

export const EN_US: Language = {
  ...EN_GB,
  tag: "en-US",
  temp: FAHRENHEIT,
  clock: (hour, minute) => `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`,
  sports: {
    football: "for soccer",
    five_a_side: "for five-a-side soccer",
    hockey: "for field hockey",
    athletics: "for track and field",
    bowls: "for lawn bowling",
  },
  stillWet: { ...EN.stillWet, pitch: "the field will still be wet" },
  dark: { ...EN.dark, end: "it will get dark toward the end" },
  when: { ...EN.when, end: " toward the end" },
};
