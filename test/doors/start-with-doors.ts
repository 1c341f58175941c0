import { onTestFinished } from "vitest";
import { startTestService, type TestService } from "../support/test-service.ts";
import { allDoors } from "./all-doors.ts";
import type { Door } from "./door.ts";

/** A service with a caller for each of its doors; `stop` closes them all. */
export interface ServiceWithDoors extends TestService {
  readonly doors: readonly Door[];
}

/** For a whole suite, which stops it itself. */
export async function startDoors(...options: Parameters<typeof startTestService>): Promise<ServiceWithDoors> {
  const service = await startTestService(...options);
  const doors = allDoors(service.ports);
  const stop = async () => {
    await Promise.all(doors.map((door) => door.close()));
    await service.stop();
  };
  return { ...service, doors, stop };
}

/** For one test: stopped when that is over. */
export async function startWithDoors(
  ...options: Parameters<typeof startTestService>
): Promise<ServiceWithDoors> {
  const service = await startDoors(...options);
  onTestFinished(() => service.stop());
  return service;
}
