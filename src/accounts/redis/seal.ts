// How a Redis refuses changes: a key says so for all accounts, and a field of each account for the scripts that change it,
// which may not use a key of another node.
import type { RedisConnection } from "../../redis/connection.ts";
import { StoreUnavailable } from "../account-store.ts";
import { SEAL_REASONS, type Seal } from "../moving/movable-store.ts";
import { SHARED_KEYS } from "./keys.ts";

/** A field of an account's properties: its seal, as a text. */
export const SEAL_FIELD = "seal";

/** The first lines of a script that changes an account, whose properties are that one of its KEYS. */
export function refuseSealed(key: number): string {
  return `
  local seal = redis.call('HGET', KEYS[${key}], '${SEAL_FIELD}')
  if seal then ${replySealed("seal")} end`;
}

/** The first lines of a script that writes an account, the first of its KEYS, under the seal of that one of its ARGV. */
export function refuseOtherSeal(arg: number): string {
  return `
  if redis.call('EXISTS', KEYS[1]) == 1 and redis.call('HGET', KEYS[1], '${SEAL_FIELD}') ~= ARGV[${arg}] then return 0 end`;
}

/** Replies the error of a seal that is in a variable of the script, as a text. */
export function replySealed(variable: string): string {
  const reasons = Object.entries(SEAL_REASONS).map(([seal, reason]) => `${seal} = '${reason}'`);
  return `return redis.error_reply('SEALED ' .. ({${reasons.join(", ")}})[string.match(${variable}, '%a+')])`;
}

/** Throws what a change of a sealed store throws. */
export async function expectUnsealed(connection: RedisConnection): Promise<void> {
  const seal = await sealOf(connection);
  if (seal !== undefined) throw sealedStore(seal);
}

export function sealedStore(seal: Seal): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${SEAL_REASONS[seal.kind]}.`);
}

/** Also one that is being taken off. */
export async function sealOf(connection: RedisConnection): Promise<Seal | undefined> {
  const text = await connection.send(["GET", SHARED_KEYS.seal]);
  return typeof text === "string" ? sealFromText(text) : undefined;
}

/** `left move_abc`, and with a third word that is being taken off. */
export function sealToText({ kind, move }: Seal): string {
  return `${kind} ${move}`;
}

function sealFromText(text: string): Seal {
  const [kind, move] = text.split(" ") as [Seal["kind"], Seal["move"]];
  return { kind, move };
}
