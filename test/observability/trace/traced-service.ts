// The composed service, a sidecar and a provider. The test reads their log lines and the provider's requests.
import { createMisbehavingUpstream } from "../../support/fakes/misbehaving-upstream.ts";
import { createLogLines } from "../../support/fakes/log-lines.ts";
import { FORECAST_ANSWER, startDoors } from "../../doors/start-with-doors.ts";
import { providerSettings } from "../../weather/providers/provider-settings.ts";

interface LogLine {
  readonly msg: string;
  readonly role: "all" | "rest";
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
}

/** Starts them, and issues a key that is good for every call. */
export async function startTracedService() {
  const upstream = await createMisbehavingUpstream(FORECAST_ANSWER);
  const { lines, destination } = createLogLines<LogLine>();
  const service = await startDoors(
    {
      logLevel: "info",
      weatherSources: ["open-meteo"],
      providerSettings: providerSettings({ OPEN_METEO_URL: upstream.url }),
      // As in the manifests. Otherwise the core would log that it does not trust its sidecar's X-Forwarded-For.
      trustedProxies: ["loopback"],
      // A call that is late on a busy machine would have a line of the sidecar as well.
      callTimeoutMs: 60_000,
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
