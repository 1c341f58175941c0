// All accounts of one store to another while calls are answered: copied again and again until little changes meanwhile,
// then refused for as long as the last of them take.
import type { AccountStore } from "../../accounts/account-store.ts";
import { expectSealOf, SealTaken, type Seal } from "../../accounts/moving/movable-store.ts";
import { randomId } from "../../accounts/random-text.ts";
import { oldestRetainedMonth } from "../../accounts/retention.ts";
import type { Clock } from "../../clock.ts";
import { countText } from "../aligned-columns.ts";
import { createAccountCopy, type AccountCopy, type CopyPass } from "./account-copy.ts";

export interface MoveOptions {
  readonly from: AccountStore;
  readonly to: AccountStore;
  readonly clock: Clock;
  /** For how long calls may be refused. */
  readonly refusedSecondsMax: number;
  /** Tells how far it has come. */
  readonly tell: (line: string) => void;
}

export interface Moved extends Pick<CopyPass, "accounts" | "calls"> {
  /** For how long neither store took calls. */
  readonly refusedSeconds: number;
}

/** A pass that is as short as it needs to be, and how often a shorter one is tried for, as long as they get shorter. */
const SHORT_PASS_SECONDS = 2;
const PASSES_MAX = 10;
const HARDLY_SHORTER = 0.8;

/** Copies until little changes meanwhile, and refuses nothing. */
export async function copyAccounts(options: MoveOptions): Promise<CopyPass> {
  const { move } = await prepare(options);
  const copy = await openCopy(options, { move, checkTime: () => undefined });
  return copyUntilShort(copy, options);
}

/**
 * Until the seal is on the old store, it is whole and in use, whatever happens here; from then on until this returns, a
 * failure takes the seal off again. Whoever is killed in between leaves both stores sealed: another attempt goes on from there,
 * with seals of its own, and the one that it takes over can neither write nor unseal any more.
 */
export async function moveAccounts(options: MoveOptions): Promise<Moved> {
  const { from, to, refusedSecondsMax, tell } = options;
  const { move, sealOfFrom } = await prepare(options);
  let timeEndsMs = Infinity;
  const checkTime = () => {
    if (performance.now() > timeEndsMs) throw new Error(`it took longer than ${refusedSecondsMax} s`);
  };
  const copy = await openCopy(options, { move, checkTime });
  const { seconds } = await copyUntilShort(copy, options);
  // The last pass, and the look at what has arrived.
  const expectedSeconds = Math.ceil(2 * seconds);
  if (expectedSeconds > refusedSecondsMax) {
    throw new Error(
      `Calls would have to be refused for about ${expectedSeconds} s, and --refuse-at-most allows ${refusedSecondsMax}. None has been refused so far.`,
    );
  }

  tell("Calls are refused from now on");
  const sealedAtMs = performance.now();
  timeEndsMs = sealedAtMs + 1_000 * refusedSecondsMax;
  let last: CopyPass;
  try {
    await from.seal({ kind: "left", move }, sealOfFrom);
    last = await passOf(copy, options);
    await copy.verify();
    // A --cancel that does not know the new store leaves its seal alone.
    expectSealOf(await from.sealed(), move);
  } catch (error) {
    throw await brokenOff(error, from, move);
  }
  await to.unseal(move).catch(async (error: unknown) => {
    // After any other failure it may be unsealed, and the old one has to stay as it is.
    throw error instanceof SealTaken ? await brokenOff(error, from, move) : error;
  });
  const { accounts, calls } = last;
  return { accounts, calls, refusedSeconds: (performance.now() - sealedAtMs) / 1000 };
}

async function brokenOff(cause: unknown, from: AccountStore, move: string): Promise<Error> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const state = await from.unseal(move).then(
    () => ", and the old store takes calls again",
    (error: unknown) =>
      error instanceof SealTaken
        ? ""
        : ", and the old store refuses calls until accounts move is run again, with --cancel or without",
  );
  return new Error(`The move broke off${state}: ${reason}`, { cause });
}

function openCopy(
  { from, to, clock }: MoveOptions,
  ofMove: { readonly move: string; readonly checkTime: () => void },
): Promise<AccountCopy> {
  return createAccountCopy({ from, to, oldestMonth: oldestRetainedMonth(clock.nowMs()), ...ofMove });
}

async function copyUntilShort(copy: AccountCopy, options: MoveOptions): Promise<CopyPass> {
  let last = await passOf(copy, options);
  for (let passes = 1; passes < PASSES_MAX && last.seconds > SHORT_PASS_SECONDS; passes += 1) {
    const { seconds } = last;
    last = await passOf(copy, options);
    if (last.seconds > HARDLY_SHORTER * seconds) break;
  }
  return last;
}

async function passOf(copy: AccountCopy, { tell }: MoveOptions): Promise<CopyPass> {
  const passed = await copy.pass();
  const { changed, accounts, seconds } = passed;
  tell(`Copied ${countText(changed)} of ${countText(accounts)} accounts in ${seconds.toFixed(1)} s`);
  return passed;
}

/**
 * Sees to it that the one may be moved from, and that the other takes calls only when all has arrived. Whatever has sealed
 * either is taken over from; the old store's seal is to be as it was here when it is sealed by this move.
 */
async function prepare({
  from,
  to,
}: MoveOptions): Promise<{ readonly move: string; readonly sealOfFrom: Seal | undefined }> {
  const move = randomId("move");
  const [sealOfFrom, sealOfTo] = [await from.sealed(), await to.sealed()];
  if (sealOfFrom?.kind === "arriving") {
    throw new Error("STORE_URL names a store whose accounts have not all arrived: it cannot be moved from.");
  }
  if (sealOfFrom?.kind === "left" && sealOfTo?.kind !== "arriving") {
    throw new Error("The accounts of STORE_URL have moved already. accounts move --cancel takes that back.");
  }
  await to.seal({ kind: "arriving", move }, sealOfTo);
  if ((await from.sealed())?.move === move) {
    await to.unseal(move);
    throw new Error("STORE_URL and MOVE_TO_STORE_URL name the same store.");
  }
  // What a move has brought, or left behind, may be replaced; nothing else.
  if (sealOfTo === undefined && (await to.listAccounts()).length > 0) {
    await to.unseal(move);
    throw new Error("There are accounts already where MOVE_TO_STORE_URL leads, and none is overwritten.");
  }
  return { move, sealOfFrom };
}
