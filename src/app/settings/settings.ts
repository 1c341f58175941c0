// Every setting of the core: its reader, its default, and what it does. docs/operations.md has a table of them that
// `npm run settings` writes, and `bin/suitability serve --help` lists them. Modules have tables of their own.
import { MINUTE_MS } from "../../lib/time/clock.ts";
import { LOG_LEVELS } from "../../observability/log-levels.ts";
import { FRESH_MS_DEFAULT } from "../../weather/cache/age-limits.ts";
import { PROVIDER_SETTINGS, PROVIDERS } from "../../weather/providers/providers.ts";
import * as files from "./setting-files.ts";
import * as identity from "./identity-settings.ts";
import type { SettingsTable } from "./setting.ts";
import * as values from "./setting-values.ts";
import * as weather from "./weather-settings.ts";

const file = (help: string) => ({ read: values.readFilePath, help });

const DOORS = {
  GRPC_LISTEN: {
    read: values.readListenAddress,
    default: "0.0.0.0:50051",
    lookalikes: ["GRPC_PORT", "GRPC_ADDR"],
    help: "where gRPC listens. Port 0 picks a free port, which the log names. `0.0.0.0` listens on IPv4 only; `[::]:50051` on IPv4 and IPv6, on a machine that has IPv6",
  },
  HTTP_LISTEN: {
    read: values.readListenAddress,
    default: "0.0.0.0:8080",
    lookalikes: ["PORT", "HOST", "HTTP_PORT", "HTTP_HOST", "HTTP_ADDR", "REST_PORT"],
    help: "where `/v1`, Connect, gRPC-Web and the pages listen",
  },
  OPS_LISTEN: {
    read: values.readListenAddress,
    default: "0.0.0.0:9464",
    lookalikes: ["OPS_PORT", "METRICS_PORT"],
    help: "where `/livez`, `/readyz` and `/metrics` listen",
  },
  CORE_ADDRESS: {
    read: values.readDialledAddress,
    default: "127.0.0.1:50051",
    lookalikes: ["CORE_HOST", "CORE_URL"],
    help: "the core of `--role rest`: `HOST:PORT`, `dns:///NAME:PORT` (all of them in turn) or `unix:/PATH`",
  },
  CORE_STREAM: {
    read: values.readSwitch,
    default: "on",
    help: "whether `--role rest` sends many calls to a core over one gRPC stream, which takes a fraction of the CPU. `off` makes each call by itself, for a service mesh that has to see each call",
  },
  CORS_ORIGINS: {
    read: values.readOrigins,
    help: "origins of pages that may call with [secret keys](security.md#secret-keys-in-pages), separated by commas, or `*`, for core and sidecar. [Publishable keys](accounts.md#publishable-keys) have their own origins and need none here",
  },
  TRUSTED_PROXIES: {
    read: values.readNetworks,
    help: "addresses or networks of the proxies and sidecars in front (`10.0.0.0/8`, `loopback`). `X-Forwarded-For` is believed only from these, on the gRPC port too. A core with its sidecar in the pod needs `loopback`; if that is missing, the sidecar has to write the `/v1` JSON itself, which costs more CPU",
  },
} satisfies SettingsTable;

const CERTIFICATES = {
  GRPC_TLS_CERT_FILE: file("a PEM file; with it the gRPC port speaks only TLS"),
  GRPC_TLS_KEY_FILE: file("the private key of that certificate"),
  GRPC_TLS_CLIENT_CA_FILE: file("gRPC clients need a certificate of this CA"),
  CORE_TLS_CA_FILE: file(
    "`--role rest` calls its core over TLS and trusts this CA; `CORE_ADDRESS` must then be a name",
  ),
  CORE_TLS_CERT_FILE: file("the client certificate of `--role rest`"),
  CORE_TLS_KEY_FILE: file("the private key of that certificate"),
  STORE_TLS_CA_FILE: {
    ...file("the CA of the store's certificate, with `sslmode=verify-full`"),
    without: "the CAs of Node",
  },
  STORE_TLS_CERT_FILE: file("the client certificate for the store"),
  STORE_TLS_KEY_FILE: file("the private key of that certificate"),
  MOVE_TO_STORE_TLS_CA_FILE: {
    ...file("like `STORE_TLS_CA_FILE`, for `MOVE_TO_STORE_URL`"),
    without: "the CAs of Node",
  },
  MOVE_TO_STORE_TLS_CERT_FILE: file("the client certificate for `MOVE_TO_STORE_URL`"),
  MOVE_TO_STORE_TLS_KEY_FILE: file("the private key of that certificate"),
} satisfies SettingsTable;

const ACCOUNTS = {
  STORE_URL: {
    read: values.readStoreUrl,
    default: "sqlite:data/suitability.db",
    lookalikes: ["DATABASE_URL", "POSTGRES_URL"],
    help: "the [store](stores.md) of accounts, keys and counts: `sqlite:PATH` on a local disk, or `postgres://USER:PASSWORD@HOST[:PORT][,HOST…]/DATABASE`. The file gets mode 0600, unless you share it with a group (`chmod 660`)",
  },
  MOVE_TO_STORE_URL: {
    read: values.readStoreUrl,
    help: "the target of [`accounts move`](stores.md#moving-to-another-store); the service does not use it",
  },
  OPERATOR: {
    read: identity.readOperator,
    without: "user and machine, as in `anna@ops-1`",
    help: "who runs commands, for the [audit log](reselling.md#who-did-what). In a pod: `kubectl -n suitability exec deploy/suitability-commands -- env OPERATOR=anna bin/suitability accounts list`",
  },
  SPORTS_FILE: {
    read: files.readSportsFile,
    help: "[sports for all accounts](accounts.md#sports-for-all-accounts), JSON",
  },
  PLANS_FILE: {
    read: files.readPlansFile,
    without: "the [built-in plans](accounts.md#plans-and-quotas)",
    help: "[your plans](reselling.md#plans), JSON, for every process and command",
  },
  CONCURRENT_CALLS: {
    read: values.readAnyText,
    without: "from the plans",
    help: "calls of one account at once, in one replica: `free=5,growth=200`",
  },
} satisfies SettingsTable;

const SOURCES = {
  WEATHER_SOURCES: {
    read: weather.readWeatherSources,
    default: "open-meteo,met-norway",
    help: `some of ${PROVIDERS.map(({ name }) => `\`${name}\``).join(", ")}, in order of preference; or \`simulated\` alone, for demos and tests`,
  },
} satisfies SettingsTable;

const FORECASTS = {
  FORECAST_FRESH_MINUTES: {
    read: weather.readFreshMinutes,
    default: String(FRESH_MS_DEFAULT / MINUTE_MS),
    help: "the minutes after which a forecast is fetched again; callers may cache an answer until then. From 5 to 180 ([effects](weather.md#how-long-a-forecast-is-used), [savings](scale.md#the-largest-site-for-each-provider-plan))",
  },
  FORECAST_CACHE_MB: {
    read: values.readMegabytes,
    default: "192",
    help: "memory for forecasts, in MB of 1024² bytes. A place takes 5 kB (Open-Meteo), 8 (MET Norway) or 9 (simulated), so the default holds 20,000 to 40,000 places. The least recently used are dropped first. Up to a quarter of the memory, while free, caches scores and texts (39 kB for a place and sport). [scale.md](scale.md) lists the sizes for your site",
  },
  ODDS_FILE: {
    read: files.readOddsFile,
    without: "a fit for New York",
    help: "coefficients of the odds, from [`npm run verify -- --out`](verification.md#your-own-archive)",
  },
} satisfies SettingsTable;

const BRAND = {
  BRAND_NAME: {
    read: identity.readBrandName,
    default: "Weather Suitability Service",
    help: "the name on every page and in the API description",
  },
  BRAND_URL: { read: values.readHttpUrl, help: "what that name links to" },
  DEMO_KEY: {
    read: identity.readDemoKey,
    help: "a [publishable key](accounts.md#a-week-for-whoever-comes) with which the pages of this service work for everybody",
  },
  SUPPORT_CONTACT: {
    read: identity.readSupportContact,
    help: "a mail address or URL, on every page, in the API description and in every 403 and 429",
  },
} satisfies SettingsTable;

const PROCESS = {
  LOG_LEVEL: {
    read: values.readOneOf(LOG_LEVELS),
    default: "info",
    help: "`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`",
  },
  CALL_TIMEOUT_MS: {
    read: values.readMilliseconds,
    default: "10000",
    help: "the longest a call may take, whatever its caller allows",
  },
  DRAIN_DELAY_MS: {
    read: values.readMillisecondsOrNone,
    default: "3000",
    help: "how long new calls are accepted after SIGTERM, so that a proxy in front can notice. SIGINT, as from Ctrl-C, waits for no proxy",
  },
  DRAIN_TIMEOUT_MS: {
    read: values.readMilliseconds,
    default: "20000",
    help: "how long calls in flight may then take",
  },
} satisfies SettingsTable;

/** In the order of docs/operations.md, by the headings there. */
export const SETTING_GROUPS = {
  Doors: DOORS,
  Certificates: CERTIFICATES,
  Accounts: ACCOUNTS,
  Weather: { ...SOURCES, ...PROVIDER_SETTINGS, ...FORECASTS },
  "Whose service it is": BRAND,
  "The process": PROCESS,
} as const satisfies Readonly<Record<string, SettingsTable>>;

/** All but those of the providers. */
export const SETTINGS = {
  ...DOORS,
  ...CERTIFICATES,
  ...ACCOUNTS,
  ...SOURCES,
  ...FORECASTS,
  ...BRAND,
  ...PROCESS,
} as const;

/** What happens without the variable, in Markdown. */
export function withoutVariable({ default: text, without }: { default?: string; without?: string }): string {
  return without ?? (text === undefined ? "none" : `\`${text}\``);
}
