// What the calendar and the badge say, in each language. A word in braces is filled in; dates, numbers and units are the browser's.

export interface OwnWords {
  readonly risks: Readonly<Record<"low" | "medium" | "high", string>>;
  readonly factors: Readonly<
    Record<"rain" | "wind" | "temperature" | "cloud" | "wet_surface" | "fog" | "darkness" | "storm", string>
  >;
  /** As a screen reader says an icon. */
  readonly weather: Readonly<
    Record<"dry" | "cloudy" | "rain" | "snow" | "storm" | "fog" | "wind" | "dark", string>
  >;

  readonly startsOf: string;
  readonly starts: string;
  readonly start: string;
  readonly cell: string;
  /** The second of two hours of one name, when clocks are put back. */
  readonly again: string;
  readonly legend: string;
  readonly choose: string;
  readonly showWeather: string;
  readonly venueTimes: string;
  readonly readerTimes: string;
  readonly showReaders: string;
  readonly showVenues: string;
  readonly sameTimes: string;

  readonly loading: string;
  readonly none: string;
  readonly tryIn: string;
  readonly tryLater: string;
  readonly tryAgain: string;
  readonly passed: string;
  readonly noStarts: string;
  readonly asItWas: string;

  readonly chosen: string;
  readonly close: string;
  readonly loadingDetails: string;
  readonly changed: string;
  readonly riskLine: string;
  readonly pointsLost: string;
  readonly noneLost: string;
  readonly howSure: string;
  readonly onTheDay: string;
  readonly ahead: string;
  readonly whichToBelieve: string;
  readonly better: string;
  readonly noBetter: string;

  readonly assumed: string;
  readonly covered: string;
  readonly uncovered: string;
  readonly floodlit: string;
  readonly unlit: string;
  readonly surface: string;
  readonly surfaces: Readonly<Record<"hard" | "clay" | "grass" | "artificial" | "rock", string>>;

  readonly openMeteo: string;
  readonly metNorway: string;
  readonly simulated: string;
  readonly scores: string;
}
