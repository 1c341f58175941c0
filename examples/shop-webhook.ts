// What a shop calls when somebody has paid: makes the account of the order and hands over its key, once, however often the shop
// calls. It needs nothing but Node and the commands, with the same settings (STORE_URL):
//
//   WEBHOOK_SECRET=… OPERATOR=shop node examples/shop-webhook.ts
//
// The shop posts {"order": "4711", "name": "Court Finder", "plan": "starter"} to http://127.0.0.1:8090/, with the hexadecimal
// HMAC-SHA256 of the body by that secret as X-Signature. It calls again until it is told 200.
import { execFile } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";

const PROGRAM = new URL("../bin/suitability", import.meta.url).pathname;
const BODY_BYTES_MAX = 10_000;

interface Order {
  readonly order: string;
  readonly name: string;
  readonly plan: string;
}

interface IssuedKey {
  readonly api_key: string;
}

const run = promisify(execFile);
const secret = process.env["WEBHOOK_SECRET"] ?? "";
if (secret === "") throw new Error("WEBHOOK_SECRET is missing: anybody could order");

let orders: Promise<unknown> = Promise.resolve();

const server = createServer(async (request, response) => {
  try {
    const body = await bodyOf(request);
    if (body === undefined || !isSigned(body, request.headers["x-signature"])) {
      response.writeHead(403).end();
      return;
    }
    const order = JSON.parse(body.toString()) as Order;
    // One order at a time: of two calls at once, the second is not to miss the key that the first is about to make.
    const answer = orders.then(() => accountOf(order));
    orders = answer.catch(() => undefined);
    const text = JSON.stringify(await answer);
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  } catch (error) {
    // The shop calls again; what was done is not done twice.
    process.stderr.write(`${String(error)}\n`);
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env["PORT"] ?? 8090), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify(server.address())}\n`),
);

async function accountOf({ order, name, plan }: Order) {
  // One word each, so that no name is taken for an option.
  const created = await suitability([
    "accounts",
    "create",
    `--external-ref=${order}`,
    `--name=${name}`,
    `--plan=${plan}`,
  ]);
  const { id } = created["account"] as { id: string };
  return {
    account_id: id,
    api_key: ((created["key"] as IssuedKey | null) ?? (await missingKey(id)))?.api_key,
  };
}

/** Of an account that was made by a call that died before its key was. */
async function missingKey(accountId: string): Promise<IssuedKey | undefined> {
  const { keys } = await suitability(["keys", "list", accountId]);
  if ((keys as readonly object[]).length > 0) return undefined;
  return (await suitability(["keys", "issue", accountId]))["key"] as IssuedKey;
}

async function suitability(words: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(PROGRAM, [...words, "--json"]);
  return JSON.parse(stdout) as Record<string, unknown>;
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
