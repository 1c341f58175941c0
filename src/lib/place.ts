/** A point on Earth that forecasts are fetched and cached for. */
export interface Place {
  /** Latitude in degrees, rounded to 0.01. */
  readonly lat: number;
  /** Longitude in degrees, rounded to 0.01. */
  readonly lng: number;
  /** Equal for equal places: `51.51,-0.13`. */
  readonly key: string;
}

const EARTH_RADIUS_KM = 6_371;
const RADIANS = Math.PI / 180;

/** The great-circle distance. */
export function distanceKm(a: Pick<Place, "lat" | "lng">, b: Pick<Place, "lat" | "lng">): number {
  const latA = a.lat * RADIANS;
  const latB = b.lat * RADIANS;
  const lngOff = (b.lng - a.lng) * RADIANS;
  const haversine =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(lngOff / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, haversine)));
}

/** Rounds a caller's point to 0.01° (about 1 km). Every weather model in use is coarser. */
export function placeAt(lat: number, lng: number): Place {
  // "+ 0" turns -0 into 0, so that equal places are equal objects.
  const roundedLat = Math.round(lat * 100) / 100 + 0;
  const roundedLng = Math.round(lng * 100) / 100 + 0;
  return { lat: roundedLat, lng: roundedLng, key: `${roundedLat.toFixed(2)},${roundedLng.toFixed(2)}` };
}
