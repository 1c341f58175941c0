/** What a score is a product of. The order settles ties wherever factors are compared. */
export const FACTORS = ["rain", "wind", "temp", "cloud", "wet", "fog", "dark", "storm"] as const;

export type Factor = (typeof FACTORS)[number];
