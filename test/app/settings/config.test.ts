import { hostname, userInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/app/settings/setting-values.ts";
import { BUILT_IN_PLANS } from "../../../src/accounts/plans/built-in-plans.ts";
import type { Plan } from "../../../src/accounts/plans/plan.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { oddsFitFromJson } from "../../../src/scoring/odds/fit.ts";
import { fileOf } from "../commands/use-commands.ts";

const CLUB = {
  title: "Club",
  price: "19",
  currency: "EUR",
  monthly_quota: 500,
  concurrent_calls: 5,
  new_places: null,
};

const jsonFile = (value: unknown) => fileOf(JSON.stringify(value));

describe("the configuration", () => {
  it("has defaults", () => {
    expect(configFromEnvironment({})).toMatchObject({
      grpcListen: { host: "0.0.0.0", port: 50_051 },
      httpListen: { host: "0.0.0.0", port: 8080 },
      opsListen: { host: "0.0.0.0", port: 9464 },
      storeUrl: "sqlite:data/suitability.db",
      weatherSources: ["open-meteo", "met-norway"],
      providerSettings: { OPEN_METEO_URL: undefined, MET_NORWAY_URL: "https://api.met.no" },
      corsOrigins: [],
      brand: { name: "Weather Suitability Service" },
      logLevel: "info",
    });
  });

  it.each([
    ["HTTP_LISTEN", "127.0.0.1:0", "httpListen", { host: "127.0.0.1", port: 0 }],
    ["HTTP_LISTEN", "[::1]:8080", "httpListen", { host: "::1", port: 8080 }],
    [
      "CORS_ORIGINS",
      "https://a.example, http://b:8080, capacitor://localhost",
      "corsOrigins",
      ["https://a.example", "http://b:8080", "capacitor://localhost"],
    ],
    ["CORS_ORIGINS", "*", "corsOrigins", ["*"]],
    ["OPEN_METEO_API_KEY", "", "providerSettings", { OPEN_METEO_API_KEY: undefined }],
    [
      "OPEN_METEO_URL",
      "http://10.0.0.5/meteo",
      "providerSettings",
      { OPEN_METEO_URL: "http://10.0.0.5/meteo" },
    ],
    ["TRUSTED_PROXIES", "loopback, 10.0.0.0/8", "trustedProxies", ["loopback", "10.0.0.0/8"]],
    ["TRUSTED_PROXIES", "loopback,2001:db8::/32", "trustedProxies", ["loopback", "2001:db8::/32"]],
    ["CORE_ADDRESS", "dns:///core.apps.svc:50051", "coreAddress", "dns:///core.apps.svc:50051"],
    ["CORE_ADDRESS", "unix:/run/core.sock", "coreAddress", "unix:/run/core.sock"],
    ["CALL_TIMEOUT_MS", "250", "callTimeoutMs", 250],
    ["OPERATOR", "Anna, Ärzteweg", "operator", "Anna, Ärzteweg"],
    ["BRAND_NAME", " Blau-Weiß & Söhne ", "brand", { name: "Blau-Weiß & Söhne" }],
    ["BRAND_URL", "https://ace.example/", "brand", { url: "https://ace.example/" }],
    ["SUPPORT_CONTACT", "help@ace.example", "brand", { support: "help@ace.example" }],
    ["SUPPORT_CONTACT", "https://ace.example/?q=1", "brand", { support: "https://ace.example/?q=1" }],
    ["PROVIDER_CALLS_PER_DAY", "33000", "providerSettings", { PROVIDER_CALLS_PER_DAY: 33_000 }],
    ["PROVIDER_CALLS_PER_DAY", "", "providerSettings", { PROVIDER_CALLS_PER_DAY: undefined }],
    ["FORECAST_FRESH_MINUTES", "5", "forecastFreshMs", 300_000],
    ["FORECAST_FRESH_MINUTES", "", "forecastFreshMs", 900_000],
    ["FORECAST_CACHE_MB", "1", "forecastCacheBytes", 1_048_576],
    ["FORECAST_CACHE_MB", "", "forecastCacheBytes", 201_326_592],
  ] as const)("%s=%s is read", (name, text, property, value) => {
    expect(configFromEnvironment({ [name]: text })).toMatchObject({ [property]: value });
  });

  it.each([
    ["HTTP_LISTEN", "8080"],
    ["HTTP_LISTEN", "host:65536"],
    ["HTTP_LISTEN", "::1:80"],
    ["CORE_ADDRESS", "core"],
    ["CORE_ADDRESS", "http://core:50051"],
    ["CORE_ADDRESS", "unix:core.sock"],
    ["OPEN_METEO_URL", "api.open-meteo.com"],
    ["OPEN_METEO_URL", "file:///etc/passwd"],
    ["OPEN_METEO_URL", "https://user:secret@weather.example/"],
    ["OPEN_METEO_URL", "https://weather.example/?apikey=secret"],
    ["OPEN_METEO_API_KEY", "secret\n"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["CORS_ORIGINS", "a.example"],
    ["CORS_ORIGINS", "htps://a.example"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/8/16"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["TRUSTED_PROXIES", "::ffff:0.0.0.0/96"],
    ["TRUSTED_PROXIES", "proxy.example"],
    ["BRAND_NAME", "   "],
    ["BRAND_NAME", "x".repeat(61)],
    ["BRAND_NAME", "two\nlines"],
    ["BRAND_URL", "javascript:alert(1)"],
    ["SUPPORT_CONTACT", "Mrs Smith"],
    ["DEMO_KEY", "wsk_secret"],
    ["DEMO_KEY", "wpk_mistyped"],
    ["SUPPORT_CONTACT", "javascript:alert(1)"],
    ["SUPPORT_CONTACT", "https://ace.example/ now"],
    ["CONCURRENT_CALLS", "free"],
    ["CONCURRENT_CALLS", "free=0"],
    ["CONCURRENT_CALLS", "gold=5"],
    ["CONCURRENT_CALLS", "free=2,free=3"],
    ["OPERATOR", "two\nlines"],
    ["OPERATOR", "x".repeat(101)],
    ["LOG_LEVEL", "verbose"],
    ["CALL_TIMEOUT_MS", "10s"],
    ["CALL_TIMEOUT_MS", "0"],
    ["DRAIN_TIMEOUT_MS", "3600001"],
    ["DRAIN_DELAY_MS", "3600001"],
    ["PROVIDER_CALLS_PER_DAY", "0"],
    ["FORECAST_FRESH_MINUTES", "4"],
    ["FORECAST_FRESH_MINUTES", "181"],
    ["CORE_ADDRESS", "http://user:secret@core"],
    ["FORECAST_CACHE_MB", "0"],
    ["FORECAST_CACHE_MB", "65537"],
    ["FORECAST_CACHE_MB", "0.5"],
    ["WEATHER_SOURCES", "simulated,open-meteo"],
    ["ODDS_FILE", "no-such-file.json"],
    ["ODDS_FILE", "package.json"],
    ["PLANS_FILE", "no-such-file.json"],
    ["SPORTS_FILE", "no-such-file.json"],
  ])("%s=%s is refused in a line that names the setting", (name, text) => {
    expect(() => configFromEnvironment({ [name]: text })).toThrow(ConfigError);
    expect(() => configFromEnvironment({ [name]: text })).toThrow(new RegExp(`^${name} must be [^\\n]*$`));
    expect(() => configFromEnvironment({ [name]: text })).not.toThrow(/secret/);
  });

  it.each(["redis://:secret@redis", "rediss+sentinel://sentinel/primary", "redis+cluster://node-1,node-2"])(
    "STORE_URL=%s is refused in one line that names the stores that can be used now, and how to leave Redis",
    (url) => {
      const read = () => configFromEnvironment({ STORE_URL: url });
      expect(read).toThrow(
        /^STORE_URL must be sqlite:PATH, [^\n]+ or postgres:[^\n]+; accounts in Redis can no longer be used \(docs\/versioning\.md says how to move them\)$/,
      );
      expect(read).not.toThrow("secret");
    },
  );

  it("the operator of commands is by default the user of the machine", () => {
    expect(configFromEnvironment({}).operator).toBe(`${userInfo().username}@${hostname()}`);
  });

  it("odds come from the committed fit, unless a file has another fit", () => {
    const committed = configFromEnvironment({}).odds;
    expect(oddsFitFromJson(JSON.stringify(committed))).toEqual({ fit: committed });
    const own = { ...committed, basis: "club-2026" };
    expect(configFromEnvironment({ ODDS_FILE: jsonFile(own) }).odds).toEqual(own);
  });

  it("there are no sports for all accounts, unless a file has some", () => {
    expect(configFromEnvironment({}).sharedSports.size).toBe(0);
    const right = jsonFile([{ id: "indoor-court", base: "padel", covered: true }]);
    const { sharedSports } = configFromEnvironment({ SPORTS_FILE: right });
    expect(sharedSports.get("indoor_court")).toMatchObject({ profile: { base: "padel", snow: 1 } });
    const marked = fileOf(`\uFEFF${JSON.stringify([{ id: "indoor-court", base: "padel", covered: true }])}`);
    expect(configFromEnvironment({ SPORTS_FILE: marked }).sharedSports.size).toBe(1);
    const wrong = jsonFile([{ id: "court", base: "padel", "line\nbreak": 1, sheltered: 1 }]);
    expect(() => configFromEnvironment({ SPORTS_FILE: wrong })).toThrow(
      /^SPORTS_FILE must be .*; cannot use .*\/file: Sport 1: line break: is not known\. .* Sport 1: sheltered: must be true or false\.$/,
    );
  });

  it("DRAIN_DELAY_MS may be 0", () => {
    expect(configFromEnvironment({ DRAIN_DELAY_MS: "0" }).drainDelayMs).toBe(0);
  });

  it("CONCURRENT_CALLS replaces the limits of the plans that it names, and no others", () => {
    const { plans } = configFromEnvironment({ CONCURRENT_CALLS: "free=2, growth=200" });
    expect(Object.fromEntries(plans.map(({ name, concurrentCalls }) => [name, concurrentCalls]))).toEqual({
      free: 2,
      starter: 20,
      growth: 200,
      enterprise: 100,
      internal: 500,
    });
  });

  it("plans are the built-in ones, or the plans of a file and the plan for the operator's own services", () => {
    expect(configFromEnvironment({}).plans).toBe(BUILT_IN_PLANS);
    const path = jsonFile({ plans: [{ ...CLUB, name: "club" }] });
    const names = ({ plans }: { plans: readonly Plan[] }) =>
      plans.map(({ name, concurrentCalls }) => `${name} ${concurrentCalls}`);
    expect(names(configFromEnvironment({ PLANS_FILE: path }))).toEqual(["club 5", "internal 500"]);
    const settings = { PLANS_FILE: path, CONCURRENT_CALLS: "club=7" };
    expect(names(configFromEnvironment(settings))).toEqual(["club 7", "internal 500"]);
    const oddName = { PLANS_FILE: jsonFile({ plans: [{ ...CLUB, name: "constructor" }] }) };
    expect(names(configFromEnvironment({ ...oddName, CONCURRENT_CALLS: "internal=7" }))).toEqual([
      "constructor 5",
      "internal 7",
    ]);
    expect(() => configFromEnvironment({ PLANS_FILE: path, CONCURRENT_CALLS: "growth=7" })).toThrow(
      "CONCURRENT_CALLS must be PLAN=CALLS for some of club, internal,",
    );
    const wrong = jsonFile({ plans: [{ ...CLUB, name: "Club" }] });
    expect(() => configFromEnvironment({ PLANS_FILE: wrong })).toThrow(
      /^PLANS_FILE must be .*\/file: Plan 1 \(Club\): name: must be [^\n]*$/,
    );
  });

  it("a variable that looks like a misspelt setting is refused with the nearest one", () => {
    expect(() => configFromEnvironment({ STORE_URI: "x" })).toThrow(
      "STORE_URI is not a setting; did you mean STORE_URL?",
    );
  });

  it("variables of other programs are ignored", () => {
    const others = {
      PATH: "/bin",
      HTTP_PROXY: "x",
      GRPC_VERBOSITY: "debug",
      SUITABILITY_SERVICE_HOST: "10.0.0.1",
    };
    expect(() => configFromEnvironment(others)).not.toThrow();
  });

  it.each([
    ["PORT", "8080", "HTTP_LISTEN"],
    ["HTTP_PORT", "80", "HTTP_LISTEN"],
    ["DATABASE_URL", "postgres://db/x", "STORE_URL"],
  ])("%s=%s is reported as no setting of ours, with what is meant", (variable, text, meant) => {
    expect(configFromEnvironment({ [variable]: text }).lookalikes).toEqual([{ variable, meant }]);
  });

  it("a variable that Kubernetes sets for a Service is not reported", () => {
    expect(configFromEnvironment({ GRPC_PORT: "tcp://10.0.0.7:50051" }).lookalikes).toEqual([]);
  });

  it("a variable of others is not reported beside the setting that it resembles", () => {
    expect(configFromEnvironment({ PORT: "80", HTTP_LISTEN: "0.0.0.0:80" }).lookalikes).toEqual([]);
  });
});
