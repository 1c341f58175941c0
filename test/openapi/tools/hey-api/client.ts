// The client that @hey-api/openapi-ts makes: one answer and one refusal.
import { getForecast, rankSafeSlots } from "./generated";
import { client } from "./generated/client.gen";
import type { Recommendation } from "./generated/types.gen";

const [, , baseUrl = "", key = ""] = process.argv;
client.setConfig({ baseUrl, auth: key });
const place = { lat: 51.5074, lng: -0.1278 };

async function main(): Promise<void> {
  const { data } = await rankSafeSlots({
    query: { ...place, slots: ["2026-11-22T09:00:00Z", "2026-11-24T09:00:00Z"], sport: "golf" },
  });
  const best = data?.slots[0];
  const verdict: Recommendation | undefined = best?.recommendation;

  const { error } = await getForecast({ query: { ...place, sport: "chess" } });
  console.log(JSON.stringify({ start: best?.start_time, verdict, reason: error?.reason }));
}

void main();
