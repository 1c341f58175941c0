/** How many of the parameters at fault a refusal tells: enough to repair a request by. 4 kB of empty items are 2,000 of them. */
export const VIOLATIONS_MAX = 20;
