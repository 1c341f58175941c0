// The webhook that a shop calls after a payment. It creates the order's account and the account's key, once, however often the
// shop calls, and returns the key. It needs only Node 22.18 or later (`npm ci` installs it as node_modules/.bin/node) and a
// service whose accounts are administered over HTTP (docs/reselling.md#accounts-over-http):
//
//   ADMIN_URL=http://127.0.0.1:8443 ADMIN_TOKEN=wsa_… WEBHOOK_SECRET=… node examples/shop-webhook.ts
//
// The shop posts {"order": "4711", "name": "Court Finder", "plan": "starter"} to http://127.0.0.1:8090/, with the header
// X-Signature: the hexadecimal HMAC-SHA256 of the body under WEBHOOK_SECRET. The shop retries until the answer is 200. After a
// 400 it stops: that body can never become an account, for example because there is no such plan. If the shop gets several
// keys, only the last one works.
//
// Run one process for a shop: two processes could each replace the key that the other has just issued.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";

const BODY_BYTES_MAX = 10_000;
/** Short, because shops time out and retry. */
const ADMIN_TIMEOUT_MS = 5_000;
/** A shop that repeats an order within this time gets the same answer. */
const CACHED_MS = 60 * 60_000;
/** The label of the key that is returned; other keys of the account have other labels. */
const LABEL = "order";

interface Order {
  readonly order: string;
  readonly name: string;
  readonly plan: string;
}

interface HandedOver {
  readonly account_id: string;
  /** Left out if the account's key is already in use, or the account is suspended or closed. */
  readonly api_key?: string;
}

interface Key {
  readonly id: string;
  readonly label?: string;
  readonly revoked_at?: string;
  readonly last_used_month?: string;
}

/** A request that the service would refuse every time. */
class Refused extends Error {
  override readonly name = "Refused";
}

const adminUrl = settingOf("ADMIN_URL");
const token = settingOf("ADMIN_TOKEN");
const secret = settingOf("WEBHOOK_SECRET");

/** Recent answers by order, and recent keys by account, also while they are in flight. */
const answers = new Map<string, Promise<HandedOver>>();
const keys = new Map<string, Promise<string | undefined>>();

const server = createServer(async (request, response) => {
  try {
    const body = await bodyOf(request);
    if (body === undefined || !isSigned(body, request.headers["x-signature"])) {
      response.writeHead(403, { connection: "close" }).end();
      return;
    }
    const text = JSON.stringify(await answerOf(orderFrom(body.toString())));
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    // After a 500 the shop retries. Completed steps are not repeated.
    response.writeHead(error instanceof Refused ? 400 : 500).end();
  }
});
server.listen(Number(process.env["PORT"] ?? 8090), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify(server.address())}\n`),
);

function settingOf(name: string): string {
  const text = process.env[name] ?? "";
  if (text === "") throw new Error(`${name} is missing`);
  return text;
}

/** Throws Refused if something is missing: all orders without a number would share one account. */
function orderFrom(text: string): Order {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refused("The order is no JSON");
  }
  const { order, name, plan } = (json ?? {}) as Record<string, unknown>;
  if (isText(order) && isText(name) && isText(plan)) return { order: order.trim(), name, plan };
  throw new Refused("order, name and plan have to be texts that are not empty");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Equal orders get the same answer, even while it is in flight. */
function answerOf(order: Order): Promise<HandedOver> {
  return once(answers, JSON.stringify(order), () => handOver(order));
}

/** Calls `make` once for an id and caches the result for an hour; after a failure, calls it again. */
function once<Value>(
  made: Map<string, Promise<Value>>,
  id: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = made.get(id);
  if (known !== undefined) return known;
  const value = make();
  const forget = () => made.delete(id);
  made.set(id, value);
  value.then(() => setTimeout(forget, CACHED_MS).unref(), forget);
  return value;
}

async function handOver({ order, name, plan }: Order): Promise<HandedOver> {
  // The service refuses invisible characters, line breaks and direction marks in names, but this buyer has already paid.
  const printable = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  const made = await admin("POST", "/accounts", { external_ref: order, name: printable, plan });
  const { account, differs } = made as {
    readonly account: { readonly id: string; readonly state: string };
    readonly differs: readonly string[];
  };
  if (differs.length > 0) {
    // The account may have changed its plan since. If the order itself differs, somebody has to look into it.
    process.stderr.write(`Order ${order} was repeated with another ${differs.join(" and ")}\n`);
  }
  const apiKey =
    account.state === "active" ? await once(keys, account.id, () => keyOf(account.id)) : undefined;
  return { account_id: account.id, ...(apiKey !== undefined && { api_key: apiKey }) };
}

/**
 * Issues the key of a new account. If the account has a key that was never used, the answer with that key was lost: the key is
 * revoked and replaced, so that only one works. Undefined if the key is in use.
 */
async function keyOf(accountId: string): Promise<string | undefined> {
  const issued = await issueKey(accountId);
  if (issued !== undefined) return issued;
  const listed = (await admin("GET", `/accounts/${accountId}/keys`)) as { readonly keys: readonly Key[] };
  const key = listed.keys.find(
    ({ label, revoked_at: revokedAt }) => label === LABEL && revokedAt === undefined,
  );
  if (key?.last_used_month !== undefined) return undefined;
  if (key !== undefined) {
    process.stderr.write(`${key.id} of ${accountId} is replaced: nobody has called with it\n`);
    await admin("DELETE", `/keys/${key.id}`);
  }
  const another = await issueKey(accountId);
  if (another === undefined) throw new Error(`${accountId} got a key from somebody else at the same time`);
  return another;
}

/** Undefined if the account has a key with the label. */
async function issueKey(accountId: string): Promise<string | undefined> {
  const issued = await admin("POST", `/accounts/${accountId}/keys`, { label: LABEL });
  return (issued as { readonly api_key: string } | undefined)?.api_key;
}

/** The body of the answer; undefined if the label is in use. Throws Refused if a retry would not help. */
async function admin(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(new URL(`/admin/v1${path}`, adminUrl), {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(ADMIN_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const { reason, detail = `status ${response.status}` } = JSON.parse(text) as Record<string, string>;
  if (reason === "LABEL_IN_USE") return undefined;
  throw response.status === 400 ? new Refused(detail) : new Error(detail);
}

/** Undefined if the body is longer than an order can be. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection stays open for the answer.
  const stream = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
  }
  return Buffer.concat(chunks);
}

function isSigned(body: Buffer, signature: string | string[] | undefined): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(String(signature), "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
