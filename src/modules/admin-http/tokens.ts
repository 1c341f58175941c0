// Tokens of administrators (`wsa_…`), from a file with their hashes, which is read once, at the start.
import { readFile } from "node:fs/promises";
import { timingSafeEqual } from "node:crypto";
import { withoutMark } from "../../lib/without-mark.ts";
import { createSecret, hasShapeAndChecksum, secretSha256 } from "../../accounts/api-key.ts";

/** `read` allows methods without side effects, `accounts` all. */
export const ADMIN_RIGHTS = ["read", "accounts"] as const;

export type AdminRight = (typeof ADMIN_RIGHTS)[number];

export interface AdminToken {
  /** For the audit log, which names `admin:NAME`. */
  readonly name: string;
  readonly right: AdminRight;
}

/** The presented token if the file has it. Wrong tokens take equally long. */
export type FindAdminToken = (presented: string) => AdminToken | undefined;

const SHAPE = /^wsa_[0-9A-Za-z]{38}$/;
const LINE = /^(?<name>[^:]*):(?<right>[^:]*):(?<sha256>[0-9a-f]{64})$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;

export const TOKEN_NAME_FORM =
  "1 to 60 letters, digits, dots, hyphens and underscores, a letter or digit first";

export function isTokenName(text: string): boolean {
  return NAME.test(text);
}

/** A new token, which cannot be shown again, and the line for the file, which has only its hash. */
export function createAdminToken({ name, right }: AdminToken): {
  readonly token: string;
  readonly line: string;
} {
  const token = createSecret("wsa_");
  return { token, line: `${name}:${right}:${secretSha256(token)}` };
}

export function isWellFormedAdminToken(text: string): boolean {
  return hasShapeAndChecksum(text, SHAPE);
}

/** Rejects with a line that has the file's setting (`name`), its path and the problem, but nothing of its content. */
export async function readAdminTokens(file: {
  readonly name: string;
  readonly path: string;
}): Promise<FindAdminToken> {
  const wrong = (problem: string, cause?: unknown) =>
    new Error(`${file.name}: ${file.path} ${problem}`, { cause });
  const text = await readFile(file.path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw wrong(`cannot be read (${cause.code ?? "unreadable"})`, cause);
  });
  const tokens: (AdminToken & { readonly hash: Buffer })[] = [];
  for (const [index, line] of withoutMark(text).split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const { name = "", right = "", sha256 = "" } = LINE.exec(line)?.groups ?? {};
    if (!isTokenName(name) || !isAdminRight(right)) {
      throw wrong(
        `has in line ${index + 1} something other than what \`admin new-token\` prints (NAME:RIGHTS:SHA256)`,
      );
    }
    tokens.push({ name, right, hash: Buffer.from(sha256, "hex") });
  }
  if (tokens.length === 0) throw wrong("has no token: `admin new-token` prints a line for it");
  return (presented) => {
    const hash = Buffer.from(secretSha256(presented), "hex");
    let found: AdminToken | undefined;
    // It compares all of them, so that the time reveals nothing.
    for (const token of tokens) if (timingSafeEqual(token.hash, hash)) found = token;
    return found;
  };
}

function isAdminRight(text: string): text is AdminRight {
  return (ADMIN_RIGHTS as readonly string[]).includes(text);
}
