// `demo`: everything in one process, with a throw-away store, simulated weather and a ready key.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stillThere } from "../../accounts/admin.ts";
import { issueApiKey } from "../../accounts/issue-api-key.ts";
import { openStore } from "../open-store.ts";
import { INTERNAL_PLAN } from "../../accounts/plans/built-in-plans.ts";
import { createPlans } from "../../accounts/plans/plans.ts";
import { DAY_MS, HOUR_MS, systemClock } from "../../lib/time/clock.ts";
import { MODULES } from "../all-modules.ts";
import type { ModuleDemo } from "../module.ts";
import { startService, type Service } from "../start-service.ts";
import type { Config } from "../settings/core-config.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import { openProcessLog } from "../../observability/logger.ts";
import { untilStopRequested } from "../../observability/process-parts.ts";
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

/** More than anybody tries by hand. */
const DEMO_QUOTA = 100_000;

/** Central London: temperate, with changing weather within the week. */
const PLACE = { lat: 51.5074, lng: -0.1278 };

export function addDemoCommand(program: ServiceCommand, { config, print }: CommandContext): void {
  program
    .command("demo")
    .description("Serve simulated weather from a throw-away store, with a key to try it with.")
    .option("--json", "print the key and the addresses as a line of JSON, for scripts")
    .action(({ json }: { readonly json?: boolean }) =>
      demo(config(), (started) => print(json === true ? demoJson(started) : demoText(started))),
    );
}

/** What a newcomer needs to know. */
interface StartedDemo {
  readonly key: string;
  readonly ports: Service["ports"];
  readonly nowMs: number;
  readonly grpcTls: Config["grpcTls"];
  /** The name of the smallest plan. */
  readonly plan: string;
  readonly ofModules: readonly ModuleDemo[];
}

/** Serves until SIGTERM or SIGINT, and leaves nothing behind. Listens at the addresses of the settings. */
async function demo(settings: Config, print: (started: StartedDemo) => void): Promise<void> {
  // From here on, since a signal while it starts would end the process before anything is cleaned up.
  const stopRequested = untilStopRequested();
  const folder = mkdtempSync(join(tmpdir(), "suitability-demo-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // A process whose reader has closed the pipe exits at once (src/main.ts).
  process.once("exit", removeFolder);
  try {
    const store = {
      ...settings,
      storeUrl: `sqlite:${join(folder, "suitability.db")}`,
      storeTls: undefined,
      weatherSources: ["simulated"] as const,
    };
    const key = await createDemoKey(store);
    const ofModules = await openModuleDemos(settings, folder);
    const modules = new Map([...settings.modules, ...ofModules.flatMap((each) => [...each.settings])]);
    const config: Config = { ...store, demoKey: key, modules };
    const log = openProcessLog({ level: config.logLevel });
    const service = await startService(config, { ...log, clock: systemClock });
    try {
      const { grpcTls, plans } = config;
      const nowMs = systemClock.nowMs();
      const plan = plans[0]?.name ?? "";
      print({ key, ports: service.ports, nowMs, grpcTls, plan, ofModules });
      await stopRequested;
    } finally {
      await service.stop(0);
    }
  } finally {
    removeFolder();
  }
}

async function openModuleDemos(settings: Config, folder: string): Promise<readonly ModuleDemo[]> {
  const open = await Promise.all(MODULES.flatMap(({ demo }) => demo?.() ?? []));
  return open.map((openDemo) => openDemo(settings, folder));
}

/** Made before the service starts, because the front page shows it. */
async function createDemoKey({ storeUrl, plans }: Config): Promise<string> {
  const store = await openStore(storeUrl, { clock: systemClock });
  try {
    const { name: plan } = createPlans(plans).firstWith("customSports") ?? INTERNAL_PLAN;
    const account = await store.createAccount({ name: "Demo", plan, monthlyQuota: DEMO_QUOTA });
    const issued = await issueApiKey({ store, accountId: account.id, label: "Demo" });
    return stillThere(issued, account.id).apiKey;
  } finally {
    await store.close();
  }
}

/** The text for a newcomer: the URL, a key, one command for each operation and one for gRPC. */
export function demoText(started: StartedDemo): string {
  const { key, ports, nowMs, grpcTls, ofModules } = started;
  const tomorrowMs = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  const at = (hour: number) => isoTime(tomorrowMs + hour * HOUR_MS);
  const place = `lat=${PLACE.lat}&lng=${PLACE.lng}`;
  const curl = (path: string) => `curl -H 'X-API-Key: ${key}' 'http://127.0.0.1:${ports.http}${path}'`;
  const sections = ofModules.map(({ text }) => `${text(started)}\n\n`).join("");
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

${sections}API description  http://127.0.0.1:${ports.http}/openapi.json
Metrics          http://127.0.0.1:${ports.ops}/metrics
Stop with Ctrl-C.
`;
}

/** One line, because the log also writes its lines to this output. */
function demoJson(started: StartedDemo): string {
  const { key, ports, ofModules } = started;
  return JSON.stringify({
    api_key: key,
    http: `http://127.0.0.1:${ports.http}`,
    grpc: `127.0.0.1:${ports.grpc}`,
    operations: `http://127.0.0.1:${ports.ops}`,
    ...Object.assign({}, ...ofModules.map(({ json }) => json(started))),
  });
}

/** Certificates are seldom for 127.0.0.1, so they are not checked. Only the operator has a client certificate. */
function securityFlags(tls: Config["grpcTls"]): string {
  if (tls === undefined) return "-plaintext";
  return tls.ca === undefined ? "-insecure" : "-insecure -cert CLIENT_CERT_FILE -key CLIENT_KEY_FILE";
}
