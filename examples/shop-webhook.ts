// What a shop calls when somebody has paid: makes the account of the order and hands over its key, once, however often the shop
// calls. It needs nothing but Node 22.18 or later (Node 20 cannot start it; `npm ci` brings one along, node_modules/.bin/node) and the
// commands, with the service's settings (STORE_URL, PLANS_FILE):
//
//   STORE_URL=… WEBHOOK_SECRET=… OPERATOR=shop node examples/shop-webhook.ts
//
// The shop posts {"order": "4711", "name": "Court Finder", "plan": "starter"} to http://127.0.0.1:8090/, with the hexadecimal
// HMAC-SHA256 of the body by that secret as X-Signature. It calls again until it is told 200, except after 400: that body can
// never become an account, as there is no such plan for instance. Of several keys that it was told it hands over any: all of them are good.
import { execFile } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";

const PROGRAM = new URL("../bin/suitability", import.meta.url).pathname;
const BODY_BYTES_MAX = 10_000;
/** A shop that lost as many answers is not helped by one more key. */
const KEYS_MAX = 5;

interface Order {
  readonly order: string;
  readonly name: string;
  readonly plan: string;
}

interface IssuedKey {
  readonly api_key: string;
}

interface MadeAccount {
  readonly account: { readonly id: string; readonly state: string };
  readonly key: IssuedKey | null;
}

const run = promisify(execFile);
const secret = process.env["WEBHOOK_SECRET"] ?? "";
if (secret === "") throw new Error("WEBHOOK_SECRET is missing: anybody could order");
// Without it the commands would make a store of their own here, and hand over keys that no service knows.
if ((process.env["STORE_URL"] ?? "") === "") throw new Error("STORE_URL is missing: the service's own");

let orders: Promise<unknown> = Promise.resolve();

const server = createServer(async (request, response) => {
  try {
    const body = await bodyOf(request);
    if (body === undefined || !isSigned(body, request.headers["x-signature"])) {
      response.writeHead(403).end();
      return;
    }
    const order = orderFrom(body.toString());
    if (order === undefined) {
      process.stderr.write(
        "An order was refused: order, name and plan have to be texts that are not empty\n",
      );
      response.writeHead(400).end();
      return;
    }
    // One order at a time: of two calls at once, the second is not to miss the key that the first is about to make.
    const answer = orders.then(() => accountOf(order));
    orders = answer.catch(() => undefined);
    const text = JSON.stringify(await answer);
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    // After a 500 the shop calls again; what was done is not done twice.
    response.writeHead(isRefused(error) ? 400 : 500).end();
  }
});
server.listen(Number(process.env["PORT"] ?? 8090), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify(server.address())}\n`),
);

/** Undefined where something is missing: an order without a number would be everybody's who has none. */
function orderFrom(text: string): Order | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { order, name, plan } = (json ?? {}) as Record<string, unknown>;
  return isText(order) && isText(name) && isText(plan) ? { order, name, plan } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

async function accountOf({ order, name, plan }: Order) {
  // Refused in a name is what cannot be seen, breaks the line or turns the text around it: the buyer has paid all the same.
  const printable = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  // One word each, so that no name is taken for an option.
  const made = await suitability<MadeAccount>([
    "accounts",
    "create",
    `--external-ref=${order}`,
    `--name=${printable}`,
    `--plan=${plan}`,
  ]);
  return {
    account_id: made.account.id,
    api_key: (made.key ?? (await anotherKey(made.account, order)))?.api_key,
  };
}

/**
 * Until an account's first call nobody can know whether a key of it has arrived, so that whoever asks again gets another one.
 * The former ones stay good: the shop may have had the first answer all the same, and passed its key on.
 */
async function anotherKey(
  { id, state }: MadeAccount["account"],
  order: string,
): Promise<IssuedKey | undefined> {
  if (state !== "active") return undefined;
  const { months } = await suitability<{ months: readonly { calls: number }[] }>(["usage", id]);
  if (months.some(({ calls }) => calls > 0)) return undefined;
  const { keys } = await suitability<{ keys: readonly object[] }>(["keys", "list", id]);
  if (keys.length >= KEYS_MAX) {
    throw new Error(
      `Order ${order} was asked for again and again, and no key of ${id} is used: look into it`,
    );
  }
  process.stderr.write(`Order ${order} was asked for again before its first call: ${id} gets another key\n`);
  return (await suitability<{ key: IssuedKey }>(["keys", "issue", id])).key;
}

async function suitability<Document>(words: readonly string[]): Promise<Document> {
  const { stdout } = await run(PROGRAM, [...words, "--json"]);
  return JSON.parse(stdout) as Document;
}

/** Commands exit with 2 where what they were given is wrong, and would be each time: a plan that there is not. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === 2;
}

/** Undefined where it is longer than an order. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
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
