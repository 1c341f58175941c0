// The composed service and a sidecar whose log lines the test reads, with a provider that tells what it was asked.
import { createMisbehavingUpstream } from "../../support/misbehaving-upstream.ts";
import { NOW_MS } from "../../support/test-service.ts";
import { startDoors } from "../../doors/start-with-doors.ts";
import { openMeteoAnywhere } from "../../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../../weather/open-meteo/payload.ts";

export interface LogLine {
  readonly msg: string;
  readonly role: "all" | "rest";
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
}

export type TracedService = Awaited<ReturnType<typeof startTracedService>>;

/** With a key that is good for every call. */
export async function startTracedService() {
  const upstream = await createMisbehavingUpstream(openMeteoAnywhere(openMeteoPayload({ nowMs: NOW_MS })));
  const lines: LogLine[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  const service = await startDoors(
    {
      logLevel: "info",
      weatherSources: ["open-meteo"],
      openMeteoUrl: upstream.url,
      // As in the manifests: a core that did not believe its sidecar would say so, in a line that is not looked for here.
      trustedProxies: ["loopback"],
    },
    { destination },
  );
  const { key } = await service.createCaller();
  const stop = async () => {
    await service.stop();
    await upstream.close();
  };
  return { ...service, upstream, key, lines, stop };
}
