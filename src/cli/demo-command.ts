// Everything in one process, to be tried out: a throw-away store, simulated weather, a key ready to use.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueApiKey } from "../accounts/issue-api-key.ts";
import { openStore } from "../accounts/open-store.ts";
import { INTERNAL_PLAN } from "../accounts/plans/built-in-plans.ts";
import { createPlans } from "../accounts/plans/plans.ts";
import { DAY_MS, HOUR_MS, systemClock } from "../clock.ts";
import { startService, type Service } from "../compose/start-service.ts";
import type { Config } from "../config/config.ts";
import { isoTime } from "../iso-time.ts";
import { openProcessLog } from "../ops/logger.ts";
import { untilAskedToStop } from "../ops/process-parts.ts";
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

/** More than anybody tries out by hand. */
const DEMO_QUOTA = 100_000;

/** Central London: a temperate place, where the weather changes within the week. */
const PLACE = { lat: 51.5074, lng: -0.1278 };

export function addDemoCommand(program: ServiceCommand, { config, print }: CommandContext): void {
  program
    .command("demo")
    .description("Serve simulated weather from a throw-away store, with a key to try it with.")
    .option("--json", "print the key and the addresses as a line of JSON, for scripts")
    .action(({ json }: { readonly json?: boolean }) =>
      demo(
        config(),
        json === true ? (started) => print(demoJson(started)) : (started) => print(demoText(started)),
      ),
    );
}

/** What whoever tries it has to know. */
interface StartedDemo {
  readonly key: string;
  readonly ports: Service["ports"];
  readonly nowMs: number;
  readonly grpcTls: Config["grpcTls"];
}

/** Serves until SIGTERM or SIGINT; then nothing is left behind. The listen addresses are those of the settings. */
async function demo(settings: Config, tell: (started: StartedDemo) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "suitability-demo-"));
  try {
    const store = {
      ...settings,
      storeUrl: `sqlite:${join(folder, "suitability.db")}`,
      storeTls: undefined,
      weatherSources: ["simulated"] as const,
    };
    const key = await createDemoKey(store);
    const config: Config = { ...store, demoKey: key };
    const log = openProcessLog({ level: config.logLevel });
    const service = await startService(config, { ...log, clock: systemClock });
    try {
      const { grpcTls } = config;
      tell({ key, ports: service.ports, nowMs: systemClock.nowMs(), grpcTls });
      await untilAskedToStop();
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Before the service starts, whose front page is to show it. */
async function createDemoKey({ storeUrl, plans }: Config): Promise<string> {
  const store = await openStore(storeUrl, { clock: systemClock });
  try {
    const { name: plan } = createPlans(plans).firstWith("customSports") ?? INTERNAL_PLAN;
    const account = await store.createAccount({ name: "Demo", plan, monthlyQuota: DEMO_QUOTA });
    const issued = await issueApiKey({ store, accountId: account.id, label: "Demo" });
    if (issued === undefined) {
      throw new Error("an account that was just created is gone");
    }
    return issued.apiKey;
  } finally {
    await store.close();
  }
}

/** What a newcomer is shown: where to look, a key, one line to paste per operation and one for gRPC. */
export function demoText({ key, ports, nowMs, grpcTls }: StartedDemo): string {
  const tomorrowMs = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  const at = (hour: number) => isoTime(tomorrowMs + hour * HOUR_MS);
  const place = `lat=${PLACE.lat}&lng=${PLACE.lng}`;
  const curl = (path: string) => `curl -H 'X-API-Key: ${key}' 'http://127.0.0.1:${ports.http}${path}'`;
  const message = JSON.stringify({ ...PLACE, start_time: at(14), duration_minutes: 90, sport: "padel" });

  return `
The Weather Suitability Service is running on simulated weather: its answers are not a forecast.
See a week of it in a browser:  http://127.0.0.1:${ports.http}/

The API key below works until this process ends.

Is padel tomorrow at 14:00 UTC a good idea?
  ${curl(`/v1/booking-confidence?${place}&start_time=${at(14)}&duration_minutes=90&sport=padel&explain=true`)}

The coming hours, with a score each:
  ${curl(`/v1/forecast?${place}&days=7&sport=tennis`)}

Which of four starts is best for golf?
  ${curl(`/v1/safe-slots?${place}&slots=${[8, 11, 14, 17].map(at).join(",")}&duration_minutes=120&sport=golf`)}

The first question over gRPC:
  grpcurl ${securityFlags(grpcTls)} -H 'x-api-key: ${key}' -d '${message}' 127.0.0.1:${ports.grpc} suitability.v1.BookingConfidenceService/GetBookingConfidence

API description  http://127.0.0.1:${ports.http}/openapi.json
Metrics          http://127.0.0.1:${ports.ops}/metrics
Stop with Ctrl-C.
`;
}

/** One line, as those of the log are, which come on the same way. */
function demoJson({ key, ports }: StartedDemo): string {
  return JSON.stringify({
    api_key: key,
    http: `http://127.0.0.1:${ports.http}`,
    grpc: `127.0.0.1:${ports.grpc}`,
    operations: `http://127.0.0.1:${ports.ops}`,
  });
}

/** A certificate is seldom made out to 127.0.0.1, so it is not checked; a client's own only its owner has. */
function securityFlags(tls: Config["grpcTls"]): string {
  if (tls === undefined) return "-plaintext";
  return tls.ca === undefined ? "-insecure" : "-insecure -cert CLIENT_CERT_FILE -key CLIENT_KEY_FILE";
}
