import { afterAll, onTestFinished } from "vitest";
import { type Behaviour } from "../support/fakes/misbehaving-upstream.ts";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { NOW_MS, startTestService, type TestService } from "../support/service/test-service.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { allDoors } from "./all-doors.ts";
import type { Door } from "./door.ts";
import { providerSettings } from "../weather/providers/provider-settings.ts";

type StartOptions = Parameters<typeof startTestService>;

/** A service with a caller for each of its doors; `stop` closes them all. */
export interface ServiceWithDoors extends TestService {
  readonly doors: readonly [Door, ...Door[]];
  /** The doors that also take methods without a google.api.http rule, which /v1 does not serve. */
  readonly rpcDoors: readonly Door[];
}

/** Starts a service, which the caller has to stop. */
export async function startDoors(...options: StartOptions): Promise<ServiceWithDoors> {
  const service = await startTestService(...options);
  const doors = allDoors(service.ports);
  const stop = async () => {
    await Promise.all(doors.map((door) => door.close()));
    await service.stop();
  };
  return { ...service, doors, rpcDoors: doors.filter(({ name }) => !name.startsWith("rest")), stop };
}

/** Starts a service for one test. It is stopped when the test is over. */
export async function startWithDoors(...options: StartOptions): Promise<ServiceWithDoors> {
  const service = await startDoors(...options);
  onTestFinished(() => service.stop());
  return service;
}

/** Starts a service for a whole test file. Await this at the file's top. */
export async function useDoors(...options: StartOptions): Promise<ServiceWithDoors> {
  const service = await startDoors(...options);
  afterAll(() => service.stop());
  return service;
}

export const FORECAST_ANSWER = openMeteoAnywhere(openMeteoPayload({ nowMs: NOW_MS }));

/** A provider, closed when the test or the file is over, and the settings of a service that has no other provider. */
export async function startProvider(behaviour: Behaviour = FORECAST_ANSWER, atEnd = onTestFinished) {
  const upstream = await upstreamOfTest(behaviour, atEnd);
  return {
    upstream,
    settings: {
      weatherSources: ["open-meteo"],
      providerSettings: providerSettings({ OPEN_METEO_URL: upstream.url }),
    } as const,
  };
}

/** The behaviour `held` keeps answers back until `release` is called. */
export function holdAnswers(answer: Extract<Behaviour, { kind: "reply" }> = FORECAST_ANSWER) {
  const release = Promise.withResolvers<void>();
  return { held: { ...answer, after: release.promise }, release: release.resolve };
}
