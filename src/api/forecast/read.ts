import type { GetForecastRequest } from "#gen/suitability/v1/forecast_pb.ts";
import type { CheckedCaller } from "../../call/operation.ts";
import type { RequestReading } from "../../call/request-reading.ts";
import { invalidArgument } from "../../errors/fault.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import type { ApiParts } from "../api-parts.ts";
import { hourStartMs } from "../reading/start-times.ts";

const DAYS_DEFAULT = 3;

export interface ForecastQuestion {
  readonly request: GetForecastRequest;
  readonly profile: CompiledProfile;
  /** The first hour. */
  readonly startMs: number;
  /** How many hours. */
  readonly count: number;
}

export function createReadForecast({ clock, findSport }: Pick<ApiParts, "clock" | "findSport">) {
  return (
    request: GetForecastRequest,
    { sportsOwner }: CheckedCaller,
    reading: RequestReading,
  ): ForecastQuestion | Promise<ForecastQuestion> => {
    const found = reading.part(["sport"], () => findSport(request, sportsOwner));
    const rest = (profile: CompiledProfile): ForecastQuestion => {
      if (request.stepMinutes !== undefined) {
        reading.part(["step_minutes", "duration_minutes"], () => refuseStepAlone(request));
      }
      if (request.windows === true) {
        reading.part(["windows", "duration_minutes"], () => refuseWindowsAlone(request));
      }
      const count = (request.days ?? DAYS_DEFAULT) * 24;
      return { request, profile, startMs: hourStartMs(clock.nowMs()), count };
    };
    return found instanceof Promise ? found.then(rest) : rest(found);
  };
}

/** Refuses a step without a duration: it would have no effect, and the caller expects sessions. */
function refuseStepAlone({ durationMinutes }: GetForecastRequest): void {
  if (durationMinutes !== undefined) return;
  const description =
    "is the time from one start to the next: also give duration_minutes, how long a session lasts.";
  throw invalidArgument([{ field: "step_minutes", description }]);
}

/** Windows are made of sessions. */
function refuseWindowsAlone({ durationMinutes }: GetForecastRequest): void {
  if (durationMinutes !== undefined) return;
  const description =
    "joins starts with the same verdict: also give duration_minutes, how long a session lasts.";
  throw invalidArgument([{ field: "windows", description }]);
}
