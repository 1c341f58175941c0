// The numbers and curves of a score's profile in a receipt, spelt as in a sport's definition.
import type { SportProfile } from "../scoring/sports/profile.ts";

export type ProfileJson = ReturnType<typeof profileToJson>;

export function profileToJson({ id, base = id, wet, ...profile }: SportProfile) {
  const { weight, rain, wind, temp, snow, fog, night } = profile;
  const { rain: rainWeight, wind: windWeight, temp: tempWeight, cloud } = weight;
  return {
    id,
    /** The built-in sport it is based on, or its own id. */
    base,
    weight: { rain: rainWeight, wind: windWeight, temp: tempWeight, cloud },
    rain,
    wind,
    temp,
    wet: { weight: wet.weight, half_life_h: wet.halfLifeH, full_mm: wet.fullMm },
    snow,
    fog,
    night,
  };
}

export function profileFromJson({ wet, ...profile }: ProfileJson): SportProfile {
  const { weight, half_life_h: halfLifeH, full_mm: fullMm } = wet;
  return { ...profile, wet: { weight, halfLifeH, fullMm }, label: profile.id, aliases: [] };
}
