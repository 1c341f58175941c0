import { joinReasons } from "../../join-reasons.ts";
import type { Language } from "../../language.ts";
import { celsius, FAHRENHEIT, kmh, MPH } from "../../units.ts";
import { EN_NAMES, EN_US_NAMES } from "./names.ts";

/** "Expected most of the time" would mean: usually. */
const forPart = (when: string) => when.replace(/(most|part) of the time/, "for $1 of the session");

export const EN: Language = {
  tag: "en",
  names: EN_NAMES,
  // Promised to callers before there were other languages.
  lengthMax: 139,

  temp: celsius("°C"),
  percent: (whole) => `${whole}%`,
  speed: kmh(" km/h"),

  sports: {},
  ownSport: (label) => `for ${label}`,
  inTheDark: (sport) => `${sport} in the dark`,
  underLights: (sport) => `${sport} under lights`,

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
  but: ({ kind }) => (kind === "weather" || kind === "storm" ? ", but with " : ", but "),
  and: (first, second) => {
    const isAfterWith = first.kind === "weather" || first.kind === "storm";
    // "With a breeze and the court still wet": the sentence continues as it began.
    if (isAfterWith && second.kind === "surface" && second.text.includes(" will "))
      return `${first.text} and ${second.text.replace(/will (still )?be /, "$1")}`;
    return first.kind === "temperature" && (second.kind === "weather" || second.kind === "storm")
      ? `${first.text} with ${second.text}`
      : joinReasons("and", ["surface", "darkness"])(first, second);
  },
  storm: (when, sport) => `Thunderstorms expected${forPart(when)}: not safe ${sport}`,
  stormNow: (when, sport) => `Now thunderstorms are expected${forPart(when)}: not safe ${sport}`,
  possibleStorm: {
    during: "thunderstorms possible",
    before: "thunder possible just before the start",
    soon: "thunder possible soon after the end",
    later: "thunder possible in the hours after",
  },

  sky: {
    sunny: "dry and sunny",
    dry: "dry",
    cloudy: "dry but cloudy",
    underRoof: "dry under the roof",
  },
  dryBut: {
    rain: "dry, with a small chance of rain",
    snow: "dry, with a small chance of snow",
    freezingRain: "dry, with a small chance of freezing rain",
  },
  outside: (precipitation) => `${precipitation} outside`,
  withWind: {
    calm: " with almost no wind",
    light: " with light winds",
    breeze: " with a moderate breeze",
  },
  withGoodWind: (amount) => ` with a good wind (${amount})`,

  precipitation: {
    expected: {
      lightRain: "light rain expected",
      rain: "rain expected",
      heavyRain: "heavy rain expected",
      snow: "snow expected",
      heavySnow: "heavy snow expected",
      freezingRain: "freezing rain expected",
    },
    likely: {
      lightRain: "light rain likely",
      rain: "rain likely",
      heavyRain: "heavy rain likely",
      snow: "snow likely",
      heavySnow: "heavy snow likely",
      freezingRain: "freezing rain likely",
    },
    possible: {
      rain: "a chance of rain",
      showers: "a chance of showers",
      snow: "a chance of snow",
      snowShowers: "a chance of snow showers",
      heavySnow: "a chance of heavy snow",
      freezingRain: "a chance of freezing rain",
    },
    slight: {
      rain: "a slight risk of rain",
      snow: "a slight risk of snow",
      freezingRain: "a slight risk of freezing rain",
    },
  },
  wind: {
    breeze: "a noticeable breeze",
    troublesome: "a troublesome wind",
    fresh: "a brisk wind",
    strong: "strong winds",
    veryStrong: "very strong winds",
    storm: "storm-force winds",
    tooMuch: "too much wind",
  },
  gustyWind: "gusty winds",
  littleWind: {
    safe_to_book: "light winds",
    proceed_with_caution: "little wind",
    not_recommended: "too little wind",
  },
  almostNoWind: "almost no wind",
  aboutSpeed: (figure) => `about ${figure}`,
  gustsTo: (figure) => `gusts up to ${figure}`,
  windBesides: (figure) => `wind ${figure}`,
  temperature: {
    bitter: "bitterly cold",
    cold: "cold",
    tooCold: "too cold",
    chilly: "chilly",
    cool: "cool",
    notWarm: "not very warm",
    mild: "too mild",
    tooWarm: "far too warm",
    warmish: "rather warm",
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
    ballCourt: "the court will still be wet",
    course: "the course will still be wet",
    pitch: "the pitch will still be wet",
    road: "the roads will still be wet",
    path: "the paths will still be wet",
    ground: "the ground will still be wet",
  },
  stillDamp: (stillWet) => stillWet.replace("will still be wet", "may still be damp"),
  waterlogged: "the ground will be waterlogged",
  icy: "the ground may be icy",
  veiledBy: {
    fog: "fog",
    snow: "poor visibility in snow",
    heavySnow: "poor visibility in heavy snow",
    other: "poor visibility",
  },
  expectedStorm: {
    before: "a thunderstorm shortly before the start",
    soon: "a thunderstorm soon after the end",
    later: "a thunderstorm in the hours after",
  },
  dark: {
    all: "it will be dark",
    soon: "it will get dark soon after the start",
    midway: "it will get dark halfway through",
    end: "it will get dark towards the end",
    first: "it will be dark at first",
    most: "it will be dark most of the time",
    part: "it will be dark part of the time",
  },
  when: {
    first: " at first",
    firstHalf: " in the first half",
    firstHalfHour: " in the first half hour",
    firstHour: " in the first hour",
    midway: " halfway through",
    secondHalf: " in the second half",
    end: " towards the end",
    lastHalfHour: " in the final half hour",
    lastHour: " in the final hour",
    afterFirstHalfHour: " after the first half hour",
    afterFirstHour: " after the first hour",
    fromThirdHour: " from the third hour on",
    fromFourthHour: " from the fourth hour on",
    fromFifthHour: " from the fifth hour on",
    fromSixthHour: " from the sixth hour on",
    most: " most of the time",
    part: " part of the time",
    atTimes: " at times",
    afterwards: " afterwards",
  },
  throughout: " throughout",
  especially: (when) => `, especially${when}`,
  worse: (when) => `, worse${when}`,

  about: (temp) => `About ${temp}`,
  aboutAtStart: (temp) => `About ${temp} at the start`,
  feelsLike: (temp) => `feels like ${temp}`,
  better: ({ time, weekday, isWeather }) =>
    `Better ${isWeather ? "weather " : ""}${weekday === undefined ? "" : `on ${weekday} `}at ${time}`,
  earlierOn: {
    today: "Earlier today",
    yesterday: "Yesterday",
    weekday: (weekday) => `On ${weekday}`,
    before: "Earlier",
  },
  looked: {
    safe_to_book: "it looked good",
    proceed_with_caution: "it looked mixed",
    not_recommended: "it looked poor",
  },
  looksNow: {
    safe_to_book: "Now it looks good",
    proceed_with_caution: "Now it looks mixed",
    not_recommended: "Now it looks poor",
  },
  looksStill: {
    safe_to_book: "It still looks good",
    proceed_with_caution: "It still looks mixed",
    not_recommended: "It still looks poor",
  },
  endMissing: "The forecast does not cover the whole session",
  partMissing: "Part of the forecast is missing",
  earlyDays: "Forecast uncertain",
  oftenChanges: "Forecasts like this often change",
  checkAgain: ": check again nearer the time",
};

export const EN_GB: Language = { ...EN, tag: "en-GB", speed: MPH };

export const EN_US: Language = {
  ...EN_GB,
  tag: "en-US",
  names: EN_US_NAMES,
  temp: FAHRENHEIT,
  clock: (hour, minute) =>
    hour === 12 && minute === 0
      ? "noon"
      : `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`,
  sports: {
    football: "for soccer",
    american_football: "for football",
    five_a_side: "for five-a-side soccer",
    hockey: "for field hockey",
    athletics: "for track and field",
    bowls: "for lawn bowling",
    horse_riding: "for horseback riding",
    high_ropes: "for the ropes course",
    sup: "for paddleboarding",
    outdoor_cinema: "for an outdoor movie",
  },
  stillWet: { ...EN.stillWet, pitch: "the field will still be wet" },
  dark: { ...EN.dark, end: "it will get dark toward the end" },
  when: { ...EN.when, end: " toward the end" },
  checkAgain: ": check again closer to the time",
};
