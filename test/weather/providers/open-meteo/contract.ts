import type { ProviderContract } from "../contract-of.ts";
import { openMeteoPayload } from "./payload.ts";

export const contract: ProviderContract = {
  settings: (url) => ({ OPEN_METEO_URL: url }),
  payload: openMeteoPayload,
};
