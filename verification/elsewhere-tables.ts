// The section of the page about other places.
import { markdownTable } from "../scripts/markdown-table.ts";
import type { City, Elsewhere } from "./elsewhere.ts";
import { percent, short } from "./estimate-cells.ts";
import type { RainAtLead } from "./rain-by-lead.ts";

export function elsewhereSection({ cities, lyon, amounts }: Elsewhere): string {
  const safe = (days: number) => percent(lyon.words.find(({ lead }) => lead === days)?.shares[2]?.[2]);
  return `## Elsewhere

No public archive has a second place with hourly temperature, rain, chance of rain, gusts and wind over many months. What there is tests
parts.

**Where they were not fitted, nobody has measured what the odds are worth**: rely on their order (a better score, and a nearer day, is
likelier to hold), not on their numbers, until a record of the place says more.

${amountsSection(amounts)}

### The daily chance of rain in three cities

The error of Open-Meteo's daily chance of rain as a share of the climate's, by days ahead. 1.00 is no better than the share of wet days.

${markdownTable([
  ["City", "Days", "Wet", ...(cities[0]?.errors.map((_, lead) => String(lead)) ?? [])],
  ...cities.map(({ name, days, wet, errors }) => [
    name,
    String(days),
    short(wet),
    ...errors.map(({ value }) => value.toFixed(2)),
  ]),
])}

${placesDiffer(cities)}
The limits: "rained" is a reanalysis of the whole day and no gauge; it counts from 0.1 mm on. A day's chance is no hour's: New York's hourly
chance is too high, these are too low, so neither corrects the other.

### The hourly path in Lyon

In ${lyon.archive.forecasts.length} forecasts of one hot, dry summer, the first of each day, "safe" of all seven sports was safe in ${safe(0)} of cases on the
day and in ${safe(3)} three days ahead. This tests that another place goes the same way, not how true its verdicts are. What came is the same model's later run, no gauge. The
forecasts have no chance of rain, no gusts and no humidity, so the score goes by what their amounts are worth, and there are no odds. It rained
in 34 of 1,053 hours, so heat decides most verdicts.

${lyon.archive.credit}.
The cities: github.com/leandergo/forecast_tracker, MIT, copyright 2025 Leander Goessling, with weather data by Open-Meteo.com, CC BY 4.0.
Oslo: data from MET Norway, CC BY 4.0, recorded daily by github.com/hvalfangst/weather-forecaster.`;
}

/** What an amount without a chance is worth: the part of the score that New York's forecasts, which state a chance, hardly test. */
function amountsSection({ oslo, newYork }: Elsewhere["amounts"]): string {
  const pairs = oslo.flatMap((here) => {
    const there = newYork.find(({ day }) => day === here.day);
    return there === undefined ? [] : [[here, there] as const];
  });
  const both = (of: (at: RainAtLead) => string) => pairs.map(([here, there]) => `${of(here)} · ${of(there)}`);
  const rows: readonly (readonly string[])[] = [
    ["An hour with 0.1 mm or more got that much", ...both(({ wetHours }) => short(wetHours))],
    ["Six daytime hours under 0.1 mm stayed under 0.5 mm", ...both(({ dry }) => short(dry))],
    ["Six daytime hours with 1 mm or more got that much", ...both(({ rain }) => short(rain))],
    ["Brier score of the chance that the score takes from the amount", ...both(({ brier }) => three(brier))],
    ["Brier score of the share of wet hours", ...both(({ climate }) => three(climate))],
  ];
  return `### An amount of rain without a chance, in Oslo and New York

MET Norway states no chance of rain for most of the world, only amounts. What these were worth by days ahead in Oslo (480 daily forecasts
of MET Norway, 2023-06-16 to 2024-10-07, hourly for two days and then for six hours) · in New York (Open-Meteo's, its stated chances
left out):

${markdownTable([["", ...pairs.map(([{ day }]) => `${day} ahead`)], ...rows])}

The limits: what came in Oslo is the same provider's next forecast, at most a day ahead, and no gauge, so it agrees too well, and most at one
day. There are no gusts and no chances, so this judges rain alone, and no verdicts. A Brier score is a mean squared error: 0 is perfect, and
a chance is worth something while its score is below that of the share of wet hours.`;
}

function three(error: { readonly value: number }): string {
  return error.value.toFixed(3);
}

function placesDiffer(cities: readonly City[]): string {
  const fourDaysAhead = cities
    .map(({ name, errors }) => ({ name, left: errors[4]?.value ?? Number.NaN }))
    .toSorted((a, b) => a.left - b.left)
    .map(({ name, left }) => `${left.toFixed(2)} in ${name}`);
  return `How far ahead a forecast is worth something differs from place to place. Four days ahead the share is
${fourDaysAhead.join(", ")}.`;
}
