// Computes what a refund policy would have cost, from past scores and outcomes, as tables and a picture.
//
//   node examples/backtest.ts BOOKINGS.csv     your own bookings
//   node examples/backtest.ts                  the sessions of an archive of forecasts, by default New York's
//
// --refund-below 50     the policy: a booking with a lower score is refunded
// --unpaid-weight 1     how many times worse it is to keep the money of a cancelled booking than to refund a played one
// --svg backtest.svg    the file of the picture
// --archive DIR         another archive (verification/README.md)
// --sport padel         the sport of the archive's sessions
// --days-ahead 0        how many days before a session the forecast was made that decides
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bookingsFromArchive, bookingsFromCsv } from "./backtest/bookings.ts";
import { backtestPicture } from "./backtest/picture.ts";
import { backtestReport } from "./backtest/report.ts";

const NEW_YORK = new URL("../verification/new-york", import.meta.url).pathname;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "refund-below": { type: "string", default: "50" },
    "unpaid-weight": { type: "string", default: "1" },
    svg: { type: "string", default: "backtest.svg" },
    archive: { type: "string", default: NEW_YORK },
    sport: { type: "string", default: "padel" },
    "days-ahead": { type: "string", default: "0" },
  },
});

function numberFrom(name: "refund-below" | "unpaid-weight" | "days-ahead", max: number): number {
  const value = /^\d+(?:\.\d+)?$/.test(options[name]) ? Number(options[name]) : Number.NaN;
  if (value >= 0 && value <= max) return value;
  throw new Error(`--${name} has to be a number from 0 to ${max}, not ${options[name]}`);
}

try {
  const [file] = positionals;
  const found =
    file === undefined
      ? bookingsFromArchive(options.archive, { sport: options.sport, day: numberFrom("days-ahead", 6) })
      : bookingsFromCsv(readFileSync(file, "utf8"));
  const policy = {
    refundBelow: numberFrom("refund-below", 100),
    unpaidWeight: numberFrom("unpaid-weight", 1000),
  };
  process.stdout.write(backtestReport(found, policy));
  writeFileSync(options.svg, backtestPicture(found.bookings, policy));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
