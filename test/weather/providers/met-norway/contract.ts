import type { ProviderContract } from "../contract-of.ts";
import { metNorwayPayload } from "./payload.ts";

export const contract: ProviderContract = {
  settings: (url) => ({ MET_NORWAY_URL: url, MET_NORWAY_USER_AGENT: "acme-bookings ops@acme.example" }),
  payload: metNorwayPayload,
};
