// What answers say, as it is counted. Accounts know nothing of weather: these are words.

/** The first letters differ: rows of calls have one letter a call. */
export const VERDICTS = ["safe_to_book", "proceed_with_caution", "not_recommended"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** How many answers said what. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;
