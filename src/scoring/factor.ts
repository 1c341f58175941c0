/** What a score is a product of. The order settles ties wherever factors are compared. */
export const FACTORS = ["rain", "wind", "temp", "cloud", "wet", "fog", "dark", "storm"] as const;

export type Factor = (typeof FACTORS)[number];

/** What `valueOf` makes of each factor. */
export function byFactor<Value>(valueOf: (factor: Factor) => Value): Record<Factor, Value> {
  return {
    rain: valueOf("rain"),
    wind: valueOf("wind"),
    temp: valueOf("temp"),
    cloud: valueOf("cloud"),
    wet: valueOf("wet"),
    fog: valueOf("fog"),
    dark: valueOf("dark"),
    storm: valueOf("storm"),
  };
}
