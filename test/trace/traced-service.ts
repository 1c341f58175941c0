// The composed service and a sidecar whose log lines the test reads.
import type { Config } from "../../src/config/config.ts";
import { startTestService } from "../support/test-service.ts";

export interface LogLine {
  readonly msg: string;
  readonly role: "all" | "rest";
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
}

export type TracedService = Awaited<ReturnType<typeof startTracedService>>;

/** With a key that is good for every call. */
export async function startTracedService(settings: Partial<Config>) {
  const lines: LogLine[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  const service = await startTestService({ logLevel: "info", ...settings }, { destination });
  const { key } = await service.createCaller();
  return { ...service, key, lines };
}
