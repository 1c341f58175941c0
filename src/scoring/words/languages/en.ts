import { joinAdjective } from "../join-reasons.ts";
import type { Language } from "../language.ts";
import { fahrenheit, kmh, MPH, wholeDegrees } from "../units.ts";

export const EN: Language = {
  tag: "en",
  // Promised to callers before there were other languages.
  lengthMax: 139,

  temp: (celsius) => `${wholeDegrees(celsius)}°C`,
  percent: (whole) => `${whole}%`,
  speed: kmh(" km/h"),

  sports: {},
  ownSport: (label) => `for ${label}`,
  afterDark: " after dark",

  opening: {
    great: "Great weather",
    good: "Good weather",
    reasonable: "Reasonable weather",
    notIdeal: "Not ideal",
    poor: "Poor weather",
    bad: "Bad weather",
    unfit: "Not recommended",
  },
  colon: ": ",
  but: () => ", but ",
  and: joinAdjective("and", "with", (dark, temperature) =>
    dark === EN.dark.all
      ? `${dark} and ${temperature}`
      : // "Not very warm" has its "not" before the verb.
        `${dark}, and it will be ${temperature}`.replace("be not", "not be"),
  ),
  storm: (when) => `Thunderstorms expected${when}: not safe`,

  sky: {
    sunny: "dry and sunny",
    dry: "dry",
    cloudy: "dry but cloudy",
    slightRain: "dry, with a small chance of rain",
    slightSnow: "dry, with a small chance of snow",
    underRoof: "dry under the roof",
  },
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
  gustyWind: (figure) => `gusty wind (gusts to ${figure})`,
  littleWind: "not much wind",
  tooLittleWind: "too little wind",
  almostNoWind: "almost no wind",
  aboutSpeed: (figure) => `about ${figure}`,
  gustsTo: (figure) => `gusts to ${figure}`,
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
  stillWet: { rock: "rock still wet", court: "court still wet", ground: "ground still wet" },
  fog: "fog",
  blowingSnow: "poor visibility in snow",
  freezingRain: "freezing rain",
  stormBefore: "a thunderstorm shortly before",
  stormSoon: "a thunderstorm soon after",
  dark: {
    all: "it will be dark",
    soon: "it soon gets dark",
    midway: "it gets dark midway",
    end: "it gets dark towards the end",
    first: "it will be dark at first",
    part: "it will be dark for part of it",
  },
  when: { first: " at first", midway: " midway", end: " towards the end" },

  about: (temp) => `About ${temp}`,
  aboutAtStart: (temp) => `About ${temp} at the start`,
  feelsLike: (temp) => `feels like ${temp}`,
  incomplete: "Forecast incomplete",
};

export const EN_GB: Language = { ...EN, tag: "en-GB", speed: MPH };

export const EN_US: Language = { ...EN_GB, tag: "en-US", temp: fahrenheit };
