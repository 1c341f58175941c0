import { beforeAll } from "vitest";
import { startTestService, type TestService } from "./test-service.ts";

/** Gives the tests of a block one service, with a key that is good for every call. */
export function useTestService(): () => { readonly service: TestService; readonly key: string } {
  let current: { readonly service: TestService; readonly key: string };
  beforeAll(async () => {
    const service = await startTestService();
    const { key } = await service.createCaller();
    current = { service, key };
    return service.stop;
  });
  return () => current;
}
