// Makes one trouble after another, in an order that follows from the seed, with time to recover in between.
import { setTimeout as sleep } from "node:timers/promises";
import type { Door } from "../doors/door.ts";
import type { HangingDisk } from "../support/fakes/hanging-disk.ts";
import type { Behaviour, MisbehavingUpstream } from "../support/fakes/misbehaving-upstream.ts";
import { readyz } from "../support/programs/program.ts";
import { anyQuestion, HONEST_ADDRESS, told } from "./honest-callers.ts";
import { withinTime, type Scene } from "./scene.ts";

interface TroubleMakerOptions {
  readonly scene: Scene;
  /** Has its own random numbers, so that the number of questions after a trouble does not change the next trouble. */
  readonly recoveryScene: Scene;
  readonly disk: HangingDisk | undefined;
  readonly upstream: MisbehavingUpstream;
  readonly good: Behaviour;
  readonly doors: readonly Door[];
  readonly key: string;
  readonly onAnswer: () => void;
  /** Sets how far the service's clock runs ahead. */
  readonly setClock: (offsetMs: number) => Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEAPS_MS = {
  "an hour on": HOUR_MS,
  "an hour back": -HOUR_MS,
  "a month on": 31 * DAY_MS,
  "400 days on": 400 * DAY_MS,
};

const MOODS: readonly Behaviour[] = [
  { kind: "silent" },
  { kind: "trickle", body: "{" },
  { kind: "cut", body: '{"hourly":{}}' },
  { kind: "endless" },
  { kind: "answer", body: "<html>", status: 200 },
  { kind: "answer", body: { error: true, reason: "busy" }, status: 500 },
  { kind: "answer", body: { error: true, reason: "too many" }, status: 429, headers: { "retry-after": "2" } },
];

/** Twice the time until the service notices that a source works again. */
const RECOVERS_WITHIN_MS = 30_000;

export async function makeTrouble(options: TroubleMakerOptions): Promise<void> {
  const { scene, disk, upstream, good, setClock } = options;
  const { random, timeline } = scene;

  const hangDisk = async () => {
    if (disk === undefined) return;
    timeline.begin("disk", "the disk hangs");
    disk.hang();
    await sleep(random.between(500, 4_000));
    disk.goOn();
    timeline.end("disk");
  };
  const spoilWeather = async () => {
    const mood = random.pick(MOODS);
    timeline.begin(
      "provider",
      `the provider misbehaves: ${mood.kind}${"status" in mood ? ` ${mood.status}` : ""}`,
    );
    upstream.behave(mood);
    await sleep(random.between(2_000, 6_000));
    upstream.behave(good);
    timeline.end("provider");
  };
  const leap = async () => {
    const name = random.pick(Object.keys(LEAPS_MS) as (keyof typeof LEAPS_MS)[]);
    timeline.begin("clock", `the clock leaps ${name}`);
    await setClock(LEAPS_MS[name]);
    await sleep(random.between(1_000, 4_000));
    await setClock(0);
    timeline.end("clock");
  };
  const kinds = [hangDisk, spoilWeather, leap];

  // Each kind in turn, so that a short run has them all.
  for (let turn = random.between(0, 2); !scene.isOver(); turn += 1) {
    const first = kinds[turn % kinds.length] as (typeof kinds)[number];
    const second = random.pick(kinds);
    // Sometimes two at once.
    await Promise.all(random.next() < 0.25 && first !== second ? [first(), second()] : [first()]);
    if (scene.isOver()) return;
    await expectRecovery(options);
    await sleep(random.between(500, 2_000));
  }
}

/** Complains unless, in RECOVERS_WITHIN_MS, every door answers a question, and the service and the sidecar are ready. */
async function expectRecovery({
  recoveryScene: scene,
  doors,
  key,
  onAnswer,
}: TroubleMakerOptions): Promise<void> {
  const deadlineMs = Date.now() + RECOVERS_WITHIN_MS;
  for (const door of doors) {
    for (;;) {
      const outcome = await withinTime(
        door.name,
        door.call({ ...anyQuestion(scene), key, headers: HONEST_ADDRESS }),
      );
      if (outcome.kind === "answer") {
        onAnswer();
        break;
      }
      if (Date.now() > deadlineMs) return scene.complain(`${door.name} does not recover: ${told(outcome)}`);
      await sleep(100);
    }
  }
  for (const ops of [scene.ports.ops, scene.ports.sidecarOps]) {
    while ((await readyz({ ops })) !== 200) {
      if (Date.now() > deadlineMs) return scene.complain(`port ${ops} does not become ready again`);
      await sleep(100);
    }
  }
}
