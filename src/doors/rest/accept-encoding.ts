// Which content coding a client prefers (RFC 9110 section 12.5.3).
import { weightsOf } from "./headers.ts";

export type Coding = "br" | "gzip" | "identity";

/** The smallest first: of equal weights the first is chosen. */
const CODINGS: readonly Coding[] = ["br", "gzip", "identity"];

/** Less than every weight that can be written: who names a coding prefers it to none. */
const UNNAMED_IDENTITY = 0.0001;

/**
 * The coding that Accept-Encoding prefers; of equal ones, the one that compresses best. A client that names none gets none,
 * because many programs that do not send the header cannot decompress. A client that refuses everything gets a body all the
 * same, as section 12.4.1 allows: without a coding, or with gzip if it only refuses that.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return "identity";
  const weights = weightsOf(acceptEncoding);
  const anyOther = weights.get("*");
  const weightOf = (coding: Coding): number | undefined =>
    // x-gzip is gzip (section 8.4.1.3).
    weights.get(coding) ?? (coding === "gzip" ? weights.get("x-gzip") : undefined) ?? anyOther;
  let [best, bestWeight]: [Coding | undefined, number] = [undefined, 0];
  for (const coding of CODINGS) {
    const weight = weightOf(coding) ?? (coding === "identity" ? UNNAMED_IDENTITY : 0);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best ?? (weightOf("gzip") === undefined ? "gzip" : "identity");
}
