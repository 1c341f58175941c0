// Mails customers when the verdict on their booking has changed so much that they should know, once for each change. Run it from cron;
// it needs only Node 22.18 or later. The table is in bookings.sql beside this file:
//
//   7 * * * *  WEATHER_URL=https://weather.example KEY=wsk_… node review.ts /var/lib/site/bookings.db
//
// The service stores no bookings: the table records what each customer was told. A run records a change before it mails it, and
// only one of several concurrent runs can record it, so that no customer gets a mail twice. If the mail is not accepted, the
// run restores the record, and the next run retries.
import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

const SENDMAIL = process.env["SENDMAIL"] ?? "/usr/sbin/sendmail";
const URL_OF_REVIEWS = `${process.env["WEATHER_URL"] ?? "http://localhost:8080"}/v1/bookings:review`;
const BOOKINGS_MAX = 20;

interface Booking {
  readonly ref: string;
  readonly email: string;
  readonly start_time: string;
  readonly question: string;
  readonly told: string;
}

interface Verdict {
  readonly recommendation: string;
  readonly playability_score: number;
  readonly forecast_at: string;
}

interface Review {
  readonly ref: string;
  readonly booking_confidence?: Verdict;
  readonly message?: string;
  readonly error?: { readonly reason: string; readonly detail: string };
}

const database = new DatabaseSync(process.argv[2] ?? "bookings.db", { timeout: 10_000 });
const upcoming = database.prepare(`
  SELECT ref, email, start_time, question, told FROM bookings
  WHERE told IS NOT NULL
    AND start_time > strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
    AND start_time < strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '7 days')
  ORDER BY start_time`);
const replaceTold = database.prepare("UPDATE bookings SET told = ? WHERE ref = ? AND told = ?");

const bookings = upcoming.all() as unknown as readonly Booking[];
for (let first = 0; first < bookings.length; first += BOOKINGS_MAX) {
  await review(bookings.slice(first, first + BOOKINGS_MAX));
}

async function review(some: readonly Booking[]): Promise<void> {
  const asked = some.map(({ ref, start_time, question, told }) => ({
    ...(JSON.parse(question) as object),
    ref,
    start_time,
    told: JSON.parse(told) as Verdict,
  }));
  const response = await fetch(URL_OF_REVIEWS, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": process.env["KEY"] ?? "" },
    body: JSON.stringify({ bookings: asked }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { reviews?: readonly Review[]; reason?: string; detail?: string };
  if (answer.reviews === undefined) {
    complain(`No booking could be reviewed: ${answer.reason}: ${answer.detail}`);
    return;
  }
  const known = {
    source: response.headers.get("weather-source") ?? "",
    model_version: response.headers.get("scoring-model-version") ?? "",
  };
  for (const [i, { error, message, booking_confidence: verdict }] of answer.reviews.entries()) {
    const booking = some[i];
    if (booking === undefined) break;
    if (error !== undefined) complain(`${booking.ref}: ${error.reason}: ${error.detail}`);
    if (message !== undefined && verdict !== undefined) tell(booking, message, toldFrom(verdict, known));
  }
}

/** The verdict as the table stores it. If the header names several sources, it is unknown which one is the booking's. */
function toldFrom(
  { recommendation, playability_score, forecast_at }: Verdict,
  { source, model_version }: { readonly source: string; readonly model_version: string },
): string {
  const told = { recommendation, playability_score, forecast_at, model_version };
  return JSON.stringify(source.includes(",") ? told : { ...told, source });
}

function tell({ ref, email, told: before }: Booking, message: string, told: string): void {
  // Another run may have sent the mail meanwhile.
  if (replaceTold.run(told, ref, before).changes === 0) return;
  const head = [`To: ${email}`, `Subject: The weather for your booking ${ref}`];
  const lines = [...head.map(onOneLine), "Content-Type: text/plain; charset=utf-8", "", message, ""];
  const sent = spawnSync(SENDMAIL, ["-t", "-i"], { input: lines.join("\n"), timeout: 30_000 });
  if (sent.status === 0) return;
  replaceTold.run(before, ref, told);
  complain(`${ref}: the mail was not taken: ${String(sent.error ?? sent.stderr)}`);
}

/** A line break would begin another header. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}

/** cron mails stderr to the owner of the job. */
function complain(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
