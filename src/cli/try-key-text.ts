import type { IssuedApiKey } from "../accounts/issue-api-key.ts";

/** At the port that the service listens on unless told otherwise. */
const SERVICE = "http://localhost:8080";

/** How to try a new key: a line to paste. */
export function tryKeyText({ key: { restrictions }, apiKey }: IssuedApiKey): string {
  const keyFlag = `-H 'X-API-Key: ${apiKey}'`;
  if (restrictions === undefined) {
    const path = "/v1/forecast?lat=51.5074&lng=-0.1278&days=1";
    return `Try it once the service runs (npm start); this is one call:\n  curl ${keyFlag} '${SERVICE}${path}'`;
  }
  const { origins, places, operations } = restrictions;
  const [lat, lng] = places[0]?.split(",") ?? [];
  const path = operations.includes("forecast") ? `/v1/forecast?lat=${lat}&lng=${lng}&days=1` : "/v1/sports";
  return `It may stand in a page. Try it as a browser would call from there, once the service runs (npm start):\n  curl -H 'Origin: ${origins[0]}' ${keyFlag} '${SERVICE}${path}'`;
}
