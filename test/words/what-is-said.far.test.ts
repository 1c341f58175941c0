import { expect, test } from "vitest";
import { brokenRules, KEPT_RULES, reportOf } from "./what-is-said.ts";

const SESSIONS = 10_000;

/** WORDS_FIRST tries other sessions. */
const first = Number(process.env["WORDS_FIRST"] ?? 1);

test(
  "sentences keep every rule about what is said, in 10,000 random sessions and all languages",
  { timeout: 300_000 },
  () => {
    process.stderr.write(`sentences of sessions from WORDS_FIRST=${first} on\n`);
    const broken = brokenRules(SESSIONS, {
      first,
      onProgress: (done) => process.stderr.write(`sentences of ${done} of ${SESSIONS} sessions\n`),
    });
    const reports = KEPT_RULES.map((rule) => [rule, reportOf(broken, rule)] as const);
    expect(Object.fromEntries(reports.filter(([, report]) => report !== ""))).toEqual({});
  },
);
