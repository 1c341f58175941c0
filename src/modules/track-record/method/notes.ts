// What /openapi.json says of the method besides its descriptors.
import { SPORT } from "../../../app/api-description.ts";
import type { OpenApiOptions } from "../../../doors/rest/openapi/document.ts";
import examples from "./api-examples.json" with { type: "json" };

export const TRACK_RECORD_NOTES: OpenApiOptions["methods"] = {
  GetTrackRecord: { example: examples.GetTrackRecord, parameters: { sport: SPORT } },
};
