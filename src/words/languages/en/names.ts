import { SPORTS } from "../../../scoring/sports/sports.ts";
import type { Names } from "../../names.ts";

export const EN_NAMES: Names = {
  verdicts: {
    safe_to_book: "Safe to book",
    proceed_with_caution: "Proceed with caution",
    not_recommended: "Not recommended",
  },
  factors: {
    rain: "Rain",
    wind: "Wind",
    temperature: "Temperature",
    cloud: "Cloud",
    wet_surface: "Wet surface",
    fog: "Fog",
    darkness: "Darkness",
    storm: "Thunderstorm",
  },
  sports: Object.fromEntries(SPORTS.map(({ id, label }) => [id, label])) as Names["sports"],
};

export const EN_US_NAMES: Names = { ...EN_NAMES, sports: { ...EN_NAMES.sports, football: "soccer" } };
