// What a team would put together from good parts, each set up as its documentation says: Fastify with schemas for queries and
// answers, quotas by rate-limiter-flexible, metrics by fastify-metrics, and one log line a call by pino. Like the service, pino
// does not wait until the line is in the file. The answers are constant. This is plain JavaScript because the type check lacks
// its packages.
import { readFileSync } from "node:fs";
import { fastify, LogController } from "fastify";
import metrics from "fastify-metrics";
import { Redis } from "ioredis";
import pino from "pino";
import { RateLimiterRedis, RateLimiterRes, RateLimiterSQLite } from "rate-limiter-flexible";

const MONTH_SECONDS = 30 * 24 * 3600;

/** `answers` is a file with a JSON text for each operation. `accounts` is a file with keys and their monthly quotas. */
const { store, answers, accounts } = JSON.parse(process.argv[2]);
const { json } = JSON.parse(readFileSync(answers, "utf8"));
const quotaByKey = new Map(JSON.parse(readFileSync(accounts, "utf8")));

const createLimiter = store.startsWith("redis:") ? await limitersOnRedis() : await limitersOnSqlite();
const limiters = new Map([...new Set(quotaByKey.values())].map((quota) => [quota, createLimiter(quota)]));

async function limitersOnRedis() {
  // Sends the commands of one tick together, which ioredis recommends for throughput.
  const storeClient = new Redis(store, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    lazyConnect: true,
  });
  await storeClient.connect();
  return (points) => new RateLimiterRedis({ storeClient, points, duration: MONTH_SECONDS });
}

async function limitersOnSqlite() {
  // Loaded only when needed: a machine that cannot load it can still run this program on Redis.
  const { default: Database } = await import("better-sqlite3");
  const storeClient = new Database(store);
  storeClient.pragma("journal_mode = WAL");
  const options = { storeClient, storeType: "better-sqlite3", tableName: "quotas", duration: MONTH_SECONDS };
  return (points) => new RateLimiterSQLite({ ...options, points });
}

/** Makes Fastify log one line a call, as the service does, instead of two. */
class OneLine extends LogController {
  incomingRequest() {}
}

const app = fastify({
  logger: { stream: pino.destination({ fd: process.stdout.fd, sync: false }) },
  logController: new OneLine(),
});
await app.register(metrics, { endpoint: "/metrics" });

app.decorateRequest("quota", 0);
app.addHook("onRequest", async (request, reply) => {
  const quota = quotaByKey.get(request.headers["x-api-key"]);
  if (quota === undefined) return reply.code(401).send({ error: "X-API-Key is not a key of an account" });
  request.quota = quota;
});

// After the validation, so that invalid calls do not count.
app.addHook("preHandler", async (request, reply) => {
  const { quota } = request;
  try {
    setQuotaHeaders(reply, quota, await limiters.get(quota).consume(request.headers["x-api-key"]));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    setQuotaHeaders(reply, quota, refused);
    return reply
      .code(429)
      .header("Retry-After", Math.ceil(refused.msBeforeNext / 1000))
      .send({ error: "The month's quota is used up" });
  }
});

function setQuotaHeaders(reply, quota, { remainingPoints, msBeforeNext }) {
  reply.headers({
    "X-RateLimit-Limit": quota,
    "X-RateLimit-Remaining": remainingPoints,
    "X-RateLimit-Reset": Math.ceil((Date.now() + msBeforeNext) / 1000),
  });
}

const sports = ["outdoor", "tennis", "golf", "football", "cricket", "running"];
const placeAndSport = {
  lat: { type: "number", minimum: -90, maximum: 90 },
  lng: { type: "number", minimum: -180, maximum: 180 },
  sport: { type: "string", enum: sports, default: "outdoor" },
};
const durationMinutes = { type: "integer", minimum: 1, maximum: 1440 };
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const queries = {
  "booking-confidence": {
    required: ["lat", "lng", "start_time", "duration_minutes"],
    properties: {
      ...placeAndSport,
      start_time: { type: "string", format: "date-time" },
      duration_minutes: durationMinutes,
    },
  },
  "safe-slots": {
    required: ["lat", "lng", "slots"],
    properties: {
      ...placeAndSport,
      slots: { type: "string", pattern: `^${TIME}(,${TIME}){0,19}$` },
      duration_minutes: { ...durationMinutes, default: 60 },
    },
  },
  forecast: {
    required: ["lat", "lng"],
    properties: { ...placeAndSport, days: { type: "integer", minimum: 1, maximum: 7, default: 3 } },
  },
};

for (const [operation, query] of Object.entries(queries)) {
  const body = JSON.parse(json[operation]);
  const querystring = { type: "object", additionalProperties: false, ...query };
  app.get(
    `/v1/${operation}`,
    { schema: { querystring, response: { 200: schemaOf(body) } } },
    async () => body,
  );
}

/** The schema that a careful author would write for values like this one. The schema of a list comes from its first entry. */
function schemaOf(value) {
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0]) };
  if (typeof value !== "object" || value === null) return { type: typeof value };
  const properties = Object.entries(value).map(([name, member]) => [name, schemaOf(member)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

await app.listen({ host: "127.0.0.1", port: 0 });
app.log.info({ http: app.server.address().port }, "listening");
