// examples/reviews, run as cron runs it: beside a running service, with a sendmail that writes each mail to a folder.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, systemClock } from "../../src/lib/time/clock.ts";
import { isoDay, isoTime } from "../../src/lib/time/iso-time.ts";
import { BARE_ENVIRONMENT } from "../support/programs/bare-environment.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { ANY_PORTS, startProgram } from "../support/programs/program.ts";

const FOLDER = new URL("../../examples/reviews/", import.meta.url).pathname;
const SCHEMA = readFileSync(join(FOLDER, "bookings.sql"), "utf8");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const QUESTION = {
  lat: 51.5074,
  lng: -0.1278,
  duration_minutes: 90,
  sport: "padel",
  time_zone: "Europe/London",
};
/** Every hour of the five days from tomorrow on (UTC). */
const STARTS = Array.from({ length: 120 }, (_, hour) =>
  isoTime(Date.parse(isoDay(systemClock.nowMs() + DAY_MS)) + hour * HOUR_MS),
);

/** The opposite of a verdict: such a change is always mailed. */
const OPPOSITE = {
  safe_to_book: { recommendation: "not_recommended", playability_score: 5 },
  not_recommended: { recommendation: "safe_to_book", playability_score: 95 },
} as const;

/** For each test: the file of its bookings, its sendmail, and the folder of the mails that sendmail took. */
let file: string;
let sendmail: string;
let mails: string;
let settings: Record<string, string> = {};
let startTime = "";
let now: { readonly recommendation: keyof typeof OPPOSITE; readonly playability_score: number };

beforeAll(async () => {
  const program = startProgram(["demo", "--json"], { ...ANY_PORTS, LOG_LEVEL: "silent" });
  const [line] = await program.untilPrinted(/^\{.*"api_key".*\}$/m);
  const { api_key: KEY, http: WEATHER_URL } = JSON.parse(line) as { api_key: string; http: string };
  settings = { KEY, WEATHER_URL };
  const { time_zone: _zone, ...asked } = QUESTION;
  for (const start of STARTS) {
    const search = new URLSearchParams({ ...asked, start_time: start } as never);
    const answer = await fetch(`${WEATHER_URL}/v1/booking-confidence?${search}`, {
      headers: { "x-api-key": KEY },
    });
    const { recommendation, playability_score } = (await answer.json()) as typeof now;
    [now, startTime] = [{ recommendation, playability_score }, start];
    if (recommendation in OPPOSITE) break;
  }
  return async () => {
    program.signal("SIGTERM");
    await program.ended;
  };
}, 60_000);

/** A mail system that keeps each mail as a file. */
function letMailThrough(): void {
  writeFileSync(sendmail, `#!/bin/sh\ncat > "$(mktemp ${mails}/XXXXXX)"\n`, { mode: 0o755 });
}

beforeEach(() => {
  const folder = folderOfTest();
  [file, sendmail, mails] = [join(folder, "bookings.db"), join(folder, "sendmail"), join(folder, "mails")];
  mkdirSync(mails);
  letMailThrough();
});

function withBookings<Result>(use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    database.exec(SCHEMA);
    return use(database);
  } finally {
    database.close();
  }
}

/** Adds a booking whose customer was told this verdict a day ago; null if the customer was told none. */
function book(
  ref: string,
  told: object | null,
  change: { readonly start_time?: string; readonly email?: string } = {},
) {
  const { start_time = startTime, email = `${ref}@club.example` } = change;
  const forecast_at = isoTime(systemClock.nowMs() - DAY_MS);
  const kept = told === null ? null : JSON.stringify({ ...told, forecast_at });
  withBookings((database) =>
    database
      .prepare("INSERT INTO bookings VALUES (?, ?, ?, ?, ?)")
      .run(ref, email, start_time, JSON.stringify(QUESTION), kept),
  );
}

const toldOf = (ref: string) =>
  withBookings((database) => {
    const row = database.prepare("SELECT told FROM bookings WHERE ref = ?").get(ref);
    return JSON.parse(String(row?.["told"])) as { readonly forecast_at: string };
  });

const sent = () => readdirSync(mails).map((mail) => readFileSync(join(mails, mail), "utf8"));

const LANGUAGES = [
  { name: "TypeScript", command: [process.execPath, join(FOLDER, "review.ts")] },
  ...(hasPython ? [{ name: "Python", command: ["python3", join(FOLDER, "review.py")] }] : []),
];

describe.each(LANGUAGES)(
  "the review of bookings in $name",
  { timeout: 60_000 },
  ({ command: [program = "", script = ""] }) => {
    const run = (change: Record<string, string> = {}) =>
      new Promise<{ readonly code: number; readonly stderr: string }>((resolve) => {
        const env = { ...BARE_ENVIRONMENT, ...settings, SENDMAIL: sendmail, ...change };
        execFile(program, [script, file], { env }, (error, _stdout, stderr) =>
          resolve({ code: error === null ? 0 : Number(error.code), stderr }),
        );
      });

    it("mails each customer who should know, once, and stores what they were told", async () => {
      book("b-1", OPPOSITE[now.recommendation]);
      book("b-2", now);
      book("b-3", null);
      book("b-4", OPPOSITE[now.recommendation], { start_time: isoTime(systemClock.nowMs() + 9 * DAY_MS) });
      expect(await run()).toEqual({ code: 0, stderr: "" });
      const [mail = "", ...others] = sent();
      expect(others).toEqual([]);
      expect(mail).toContain("To: b-1@club.example\n");
      expect(mail).toContain("Subject: The weather for your booking b-1\n");
      expect(mail).toMatch(/\n\nYesterday it looked (?:good|poor)\. /);
      const { forecast_at, ...told } = toldOf("b-1");
      expect(told).toEqual({
        recommendation: now.recommendation,
        playability_score: now.playability_score,
        source: "simulated",
        model_version: expect.stringMatching(/^\d+$/),
      });
      expect(Date.parse(forecast_at)).toBeGreaterThan(systemClock.nowMs() - DAY_MS / 2);
      expect(toldOf("b-2")).not.toHaveProperty("source");
      expect(await run()).toEqual({ code: 0, stderr: "" });
      expect(sent()).toHaveLength(1);
    });

    it("mails each customer once when two runs overlap, with more bookings than fit into one call", async () => {
      for (let i = 0; i < 25; i += 1) book(`b-${i}`, OPPOSITE[now.recommendation]);
      const runs = await Promise.all([run(), run()]);
      expect(runs.map(({ stderr }) => stderr)).toEqual(["", ""]);
      const receivers = sent().flatMap((mail) => /^To: (.*)$/m.exec(mail)?.[1] ?? []);
      expect(receivers.toSorted()).toEqual(
        Array.from({ length: 25 }, (_, i) => `b-${i}@club.example`).toSorted(),
      );
    });

    it("reports a mail that sendmail did not take, and sends it in the next run", async () => {
      book("b-1", OPPOSITE[now.recommendation]);
      const before = toldOf("b-1");
      writeFileSync(sendmail, "#!/bin/sh\ncat > /dev/null\nexit 75\n");
      const failed = await run();
      expect(failed.code).toBe(1);
      expect(failed.stderr).toContain("b-1: the mail was not taken");
      expect(toldOf("b-1")).toEqual(before);
      letMailThrough();
      expect((await run()).code).toBe(0);
      expect(sent()).toHaveLength(1);
    });

    it("goes on after a wrong booking, reports a refused call, and lets no address add a header", async () => {
      book("b-1", OPPOSITE[now.recommendation], { email: "b-1@club.example\nBcc: all@club.example" });
      book("b-2", OPPOSITE[now.recommendation]);
      withBookings((database) =>
        database.exec(
          `UPDATE bookings SET question = '{"lat": 51.5, "lng": 0, "duration_minutes": 0}' WHERE ref = 'b-2'`,
        ),
      );
      const { code, stderr } = await run();
      expect(code).toBe(1);
      expect(stderr).toMatch(/^b-2: INVALID_PARAMETER: duration_minutes must be from 1 to 1440\.\n$/);
      expect(sent()).toHaveLength(1);
      expect(sent()[0]).not.toMatch(/^Bcc:/m);
      const refused = await run({ KEY: "wsk_wrong" });
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("KEY_MALFORMED") });
      expect(refused.stderr).not.toContain("    at ");
    });
  },
);
