// `receipts`: makes the key that signs receipts, and verifies receipts.
import { randomUUID } from "node:crypto";
import { chown, open, realpath, rename, rm, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { publicKeysFromJson, newReceiptKeys, receiptKeysFromJson } from "../receipts/receipt-keys.ts";
import { verifyReceipt } from "../receipts/verify-receipt.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { textOfFile } from "./given-values.ts";
import { receiptJson, receiptText } from "./receipt-text.ts";

export function addReceiptsCommands(program: ServiceCommand, context: CommandContext): void {
  const receipts = program
    .command("receipts")
    .description("Sign what the service says, and verify what it has signed.")
    .helpCommand(false);
  receipts
    .command("new-key")
    .description(
      "Make the key that signs from the next start on; those before stay in the file as public keys.",
    )
    .argument(
      "<file>",
      "the file of RECEIPT_KEYS_FILE; one that is not there is made, readable for its owner alone",
    )
    .say(newKey);
  receipts
    .command("verify")
    .description("Say who signed a receipt and when, and recompute its score from nothing but the receipt.")
    .argument("<file>", "the receipt")
    .option(
      "--keys <where>",
      "the issuer's public keys: https://ISSUER/.well-known/jwks.json, or a file of them",
    )
    .option("--demo", "take a receipt of simulated weather too")
    .say(async (file: string, { keys, demo }: { readonly keys?: string; readonly demo?: boolean }) => {
      const believed = await (keys === undefined ? ownKeys(context) : keysAt(keys));
      const verified = verifyReceipt(await textOfFile(file), { ...believed, allowSimulated: demo === true });
      if (verified.kind === "Refused") {
        throw new Error(`${file} is not verified: ${verified.because}. ${verified.sentence}`);
      }
      return { json: receiptJson(verified), text: receiptText(verified) };
    });
}

/** Replaces the private key, so that nobody can sign with the old one any more, or backdate a receipt. */
async function newKey(file: string): Promise<Answer> {
  const before = existsSync(file) ? receiptKeysFromJson(await textOfFile(file)) : undefined;
  if (before !== undefined && "problems" in before) {
    throw new Error(`${file} holds no keys of receipts, and is left as it is. ${before.problems.join(" ")}`);
  }
  const { keys, json } = newReceiptKeys(before?.keys.published ?? []);
  await replaceFile(file, json);
  const { kid } = keys.signing;
  const formerKids = keys.published.slice(1).map((jwk) => jwk.kid);
  return {
    json: { file, kid, former_kids: formerKids },
    text: [
      `The key ${kid} signs from the next start on, with RECEIPT_KEYS_FILE=${file} and RECEIPT_ISSUER.`,
      formerKids.length === 0
        ? "Keep the file as secret as a private key, and keep it: without its public keys no receipt can be verified."
        : `Still published, so that their receipts can be verified: ${formerKids.join(", ")}.`,
    ].join("\n"),
  };
}

/** Replaces the file atomically, because lost keys cannot be replaced. The file keeps its owner and rights. */
async function replaceFile(file: string, text: string): Promise<void> {
  const there = existsSync(file) ? await stat(file) : undefined;
  const path = there === undefined ? file : await realpath(file);
  // The process id is not in the name: in containers, a killed process may have had the same id and left its part.
  const part = `${path}.${randomUUID()}.part`;
  const handle = await open(part, "wx", 0o600);
  try {
    await handle.writeFile(text);
    if (there !== undefined) {
      if (there.uid !== process.getuid?.() || there.gid !== process.getgid?.())
        await chown(part, there.uid, there.gid);
      await handle.chmod(there.mode);
    }
    await handle.sync();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function ownKeys({ config }: CommandContext) {
  const { receiptKeys, receiptIssuer: issuer } = config();
  if (receiptKeys.published.length > 0) return { keys: receiptKeys.published, issuer };
  throw new UsageError(
    "--keys is missing: whose receipt it has to be, such as https://weather.example/.well-known/jwks.json.",
  );
}

const WELL_KNOWN = /\/\.well-known\/jwks\.json$/;

async function keysAt(where: string) {
  const isUrl = /^https?:\/\//i.test(where);
  const keys = publicKeysFromJson(isUrl ? await fetchKeys(where) : await textOfFile(where));
  if (keys === undefined) throw new Error(`${where} is no JSON Web Key Set`);
  // A set that was fetched by https has the keys of its host only.
  return { keys, issuer: /^https:/i.test(where) ? where.replace(WELL_KNOWN, "") : undefined };
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

const FETCH_TIMEOUT_MS = 10_000;

async function fetchKeys(where: string): Promise<string> {
  const { protocol, hostname } = URL.parse(where) ?? { protocol: "", hostname: "" };
  if (protocol !== "https:" && !LOOPBACK.has(hostname)) {
    throw new UsageError(
      `${where} could be changed on its way: keys are fetched by https, or from this machine.`,
    );
  }
  if (protocol === "https:" && !WELL_KNOWN.test(where)) {
    throw new UsageError(
      `${where} does not say whose keys they are: a URL ends in /.well-known/jwks.json. Save other sets as a file.`,
    );
  }
  try {
    const response = await fetch(where, { redirect: "error", signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (response.ok) return await response.text();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    throw new Error(`${where} cannot be fetched: ${reason}`, { cause: error });
  }
}
