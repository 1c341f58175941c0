// Every kind of trouble at once, for half a minute, or for TROUBLE_MINUTES (scripts/README.md). No call may get an error
// that the trouble does not explain, counts must be right, and memory must not grow.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { createCaller } from "../accounts/create-caller.ts";
import { allDoors } from "../doors/all-doors.ts";
import { createTally } from "../fuzz/fuzz-runs.ts";
import { createFuzzKeys } from "../fuzz/fuzz-target.ts";
import { canHangDisks, createHangingDisk } from "../support/fakes/hanging-disk.ts";
import { createMisbehavingUpstream, type Behaviour } from "../support/fakes/misbehaving-upstream.ts";
import { metricOf } from "../support/programs/program.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";
import { openMeteoByPlace } from "../weather/providers/open-meteo/by-place.ts";
import { beHonest } from "./honest-callers.ts";
import { beHostile, beHostileOverGrpc } from "./hostile-callers.ts";
import { watchMachine } from "./machine-watch.ts";
import { createRandom } from "./random.ts";
import { repeat, type Scene, type Subject } from "./scene.ts";
import { startSteered } from "./start-steered.ts";
import { createTimeline } from "./timeline.ts";
import { makeTrouble } from "./trouble-maker.ts";
import { giveUp, guessKeys, sendHalf, useRevokedKeys } from "./troublesome-callers.ts";

const MINUTE_MS = 60_000;
const MINUTES = Number(process.env["TROUBLE_MINUTES"] ?? "0.5");
const RUN_MS = MINUTES * MINUTE_MS;
/** TROUBLE_SEED, which is printed, makes the same choices again. */
const SEED = Number(process.env["TROUBLE_SEED"] ?? Date.now() % 1_000_000_000);
/** Often enough that every quarter of the run has samples of the memory. */
const PROGRESS_MS = Math.min(10_000, RUN_MS / 12);

/**
 * How much memory may grow from the second quarter of the run to the last, in bytes: a tenth, 16 MB for calls in
 * flight, and more in short runs for caches that still fill (16 MB in a run of a minute).
 */
const growthAllowed = (bytes: number) => bytes / 10 + (16 + 16 / MINUTES) * 1024 * 1024;

async function openStage() {
  const folder = createTemporaryFolder();
  const path = join(folder.path, "accounts.db");
  const storeUrl = `sqlite:${path}`;
  const store = await openStore(storeUrl, { clock: systemClock });
  let offsetMs = 0;
  const nowMs = () => Date.now() + offsetMs;
  // The forecast is made when it is sent, for that time.
  const good: Behaviour = {
    kind: "reply",
    reply: (url) => ({ body: openMeteoByPlace(url, { nowMs: nowMs() }) }),
  };
  const upstream = await createMisbehavingUpstream(good);
  const disk = canHangDisks() ? createHangingDisk(folder.path) : undefined;
  const service = await startSteered({
    ...disk?.settings,
    STORE_URL: storeUrl,
    WEATHER_SOURCES: "open-meteo",
    OPEN_METEO_URL: upstream.url,
    FORECAST_CACHE_MB: "8",
    CALL_TIMEOUT_MS: "3000",
    TRUSTED_PROXIES: "loopback",
    LOG_LEVEL: "warn",
    // Several callers of one account may call at once.
    CONCURRENT_CALLS: "internal=500,growth=500",
  });
  onTestFinished(async () => {
    disk?.goOn();
    service.kill();
    await upstream.close();
    folder.remove();
  });
  return {
    store,
    path,
    folder: folder.path,
    upstream,
    good,
    disk,
    service,
    nowMs,
    createSubject: async (plan: string): Promise<Subject> => ({
      ...(await createCaller(store, { plan, monthlyQuota: 1_000_000_000 })),
      answered: 0,
      left: 0,
    }),
    setClock: async (ms: number) => {
      offsetMs = ms;
      await service.setClock(ms);
    },
  };
}

/** The calls counted for each account in all months. Only for use after the service has ended. */
function countsIn(path: string): ReadonlyMap<string, number> {
  using database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare("SELECT account_id AS id, sum(calls) AS calls FROM month_total GROUP BY account_id")
    .all() as { id: string; calls: number }[];
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

it(
  "under trouble of every kind, counts stay right, honest callers are answered and memory does not grow",
  { timeout: RUN_MS + 5 * MINUTE_MS },
  async () => {
    console.log(`TROUBLE_SEED=${SEED} TROUBLE_MINUTES=${MINUTES}`);
    const stage = await openStage();
    const { service, store } = stage;
    const complaints: string[] = [];
    const startMs = Date.now();
    const timeline = createTimeline();
    const machine = watchMachine(stage.folder, timeline);
    const tally = createTally("all");
    const sceneOf = (number: number): Scene => ({
      ports: service.ports,
      random: createRandom(SEED + number),
      timeline,
      tally,
      nowMs: stage.nowMs,
      isOver: () => complaints.length > 0 || Date.now() - startMs >= RUN_MS,
      complain: (sentence) => {
        const at = ((Date.now() - startMs) / 1000).toFixed(1);
        if (complaints.length < 5) complaints.push(`after ${at} s (${String(timeline)}): ${sentence}`);
      },
    });

    const doors = allDoors(service.ports);
    const honest = await Promise.all([1, 2, 3, 4].map(() => stage.createSubject("internal")));
    const revoked = await stage.createSubject("internal");
    const maker = await stage.createSubject("internal");
    const giver = await stage.createSubject("free");
    const half = await stage.createSubject("growth");
    const hostile = await stage.createSubject("internal");
    const { keys, uncounted: strangers } = await createFuzzKeys(store, hostile);

    const memory: number[] = [];
    let nextMs = startMs;
    const watch = async () => {
      if (Date.now() < nextMs) return void (await sleep(200));
      nextMs += PROGRESS_MS;
      const bytes = await service.memory();
      memory.push(bytes);
      const seconds = Math.round((Date.now() - startMs) / 1000);
      console.log(
        `${seconds} s: ${tally.total} calls, ${tally.count("answered")} answered, heap ${megabytes(bytes)}; ${String(timeline)}`,
      );
    };
    const makerOptions = { ...stage, doors, key: maker.key, onAnswer: () => (maker.answered += 1) };
    await Promise.all([
      repeat(sceneOf(0), "the watch", watch),
      ...honest.map((subject, i) => beHonest(sceneOf(10 + i), doors, subject)),
      ...[20, 21, 22].map((number) => giveUp(sceneOf(number), giver)),
      ...[30, 31].map((number) => sendHalf(sceneOf(number), half.key)),
      useRevokedKeys(sceneOf(40), { doors, store, subject: revoked }),
      guessKeys(sceneOf(50), doors),
      beHostile(sceneOf(60), keys),
      beHostileOverGrpc(sceneOf(61), keys),
      makeTrouble({ ...makerOptions, scene: sceneOf(70), recoveryScene: sceneOf(71) }).catch(
        (error: unknown) => sceneOf(70).complain(`the trouble maker: ${String(error)}`),
      ),
    ]);
    await machine.stop();
    stage.disk?.goOn();
    await stage.setClock(0);
    await Promise.all(doors.map((door) => door.close()));
    await store.close();
    const told =
      complaints.length === 0 ? await metricOf(service.ports, "suitability_unanswered_spends_total") : 0;
    const ended = await service.stop();
    console.log(String(tally));
    const log = service.lines.map((line) => line.slice(0, 400)).join("\n");
    expect(complaints, `TROUBLE_SEED=${SEED}\nthe log's last lines:\n${log}`).toEqual([]);
    expect(ended).toBe(0);

    const counts = countsIn(stage.path);
    const countOf = ({ accountId }: Subject) => counts.get(accountId) ?? 0;
    const exact = [...honest, revoked, maker];
    const uncounted = [...exact, giver].filter((subject) => countOf(subject) < subject.answered);
    expect(uncounted.map((subject) => ({ subject, counted: countOf(subject) }))).toEqual([]);
    // At most as many refused calls were counted as the metric says.
    const countedRefusals = exact.reduce((sum, subject) => sum + countOf(subject) - subject.answered, 0);
    console.log(`counted though refused: ${countedRefusals}, told by the metric: ${told}`);
    expect(countedRefusals).toBeLessThanOrEqual(told);
    expect(countOf(giver)).toBeLessThanOrEqual(giver.answered + giver.left);
    expect(countOf(half)).toBe(0);
    expect(strangers.filter((accountId) => (counts.get(accountId) ?? 0) > 0)).toEqual([]);
    expect(honest.every(({ answered }) => answered > 0)).toBe(true);

    const quarter = memory.length / 4;
    const before = median(memory.slice(Math.floor(quarter), Math.ceil(2 * quarter)));
    const after = median(memory.slice(Math.floor(3 * quarter)));
    console.log(`memory: ${megabytes(before)} in the second quarter, ${megabytes(after)} in the last`);
    expect(after - before).toBeLessThan(growthAllowed(before));
  },
);

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
