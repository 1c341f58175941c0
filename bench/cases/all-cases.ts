import type { BenchCase } from "../harness/bench-case.ts";
import { bookingConfidence } from "./booking-confidence.ts";
import { forecast } from "./forecast.ts";
import { grpcBookingConfidence } from "./grpc-booking-confidence.ts";
import { hourScore } from "./hour-score.ts";
import { overload } from "./overload.ts";
import { redisStore } from "./redis-store.ts";
import { safeSlots } from "./safe-slots.ts";
import { sidecar } from "./sidecar.ts";
import { soak } from "./soak.ts";
import { warmPlaces } from "./warm-places.ts";

/** In the order in which they run. */
export const ALL_CASES: readonly BenchCase[] = [
  bookingConfidence,
  safeSlots,
  forecast,
  grpcBookingConfidence,
  sidecar,
  redisStore,
  hourScore,
  warmPlaces,
  overload,
  soak,
];
