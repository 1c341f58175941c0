// A client of the types that openapi-typescript makes: one answer and one refusal.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const [, , baseUrl = "", key = ""] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { "X-API-Key": key } });
const place = { lat: 51.5074, lng: -0.1278 };

async function main(): Promise<void> {
  const { data } = await client.GET("/v1/safe-slots", {
    params: { query: { ...place, slots: ["2026-11-22T09:00:00Z", "2026-11-24T09:00:00Z"], sport: "golf" } },
  });
  const best: components["schemas"]["RankedSlot"] | undefined = data?.slots[0];
  const verdict: "safe_to_book" | "proceed_with_caution" | "not_recommended" | undefined =
    best?.recommendation;

  const { error } = await client.GET("/v1/forecast", { params: { query: { ...place, sport: "chess" } } });
  console.log(JSON.stringify({ start: best?.start_time, verdict, reason: error?.reason }));
}

void main();
