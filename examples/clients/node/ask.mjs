import { createSuitabilityClient, SuitabilityError } from "weather-suitability-client";

const client = createSuitabilityClient({ baseUrl: "http://localhost:8080", apiKey: process.env.KEY });
const hours = [8, 12, 16].map((hour) => new Date(new Date().setUTCHours(24 + hour, 0, 0, 0)));

try {
  const { slots } = await client.safeSlots({ lat: 51.5074, lng: -0.1278, slots: hours, sport: "padel" });
  for (const { rank, start_time, recommendation } of slots) console.log(rank, start_time, recommendation);
} catch (error) {
  if (!(error instanceof SuitabilityError)) throw error;
  const { reason, message, retryAfterSeconds } = error;
  console.log(`${reason}: ${message}`);
  if (retryAfterSeconds !== undefined) console.log(`Ask again in ${retryAfterSeconds} s.`);
}
