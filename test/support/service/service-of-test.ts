import { onTestFinished } from "vitest";
import { startTestService, type TestService } from "./test-service.ts";

/** A service that is stopped when the test ends. */
export async function serviceOfTest(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options);
  onTestFinished(() => service.stop());
  return service;
}
