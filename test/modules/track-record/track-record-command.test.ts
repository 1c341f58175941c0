import { describe, expect, it } from "vitest";
import { keepRecord } from "./keep-record.ts";
import { useCommands } from "../../app/commands/use-commands.ts";

const commands = useCommands();

describe("track-record", () => {
  it("shows how often each verdict was given and came true, for all places or one, by sport and days ahead", async () => {
    const { run, runJson, store, createAccount } = commands();
    const { id: accountId } = await createAccount();
    await keepRecord(store, { place: "55.95,-3.19", accountId });
    await keepRecord(store, { place: "40.42,-3.70", accountId, days: 12 });
    expect((await run("track-record")).split("\n").slice(0, 6)).toEqual([
      "SPORT  SINCE       DAYS  LEFT OUT",
      expect.stringMatching(/^padel {2}2026-1\d-\d\d +\d+ +0$/),
      "",
      "SPORT  DAYS AHEAD  VERDICT               SAID  CAME  SHARE  95%",
      "padel  0           safe_to_book          954   901   0.94   0.93 to 0.96",
      expect.stringContaining("proceed_with_caution"),
    ]);
    expect(await run("track-record --place 40.42,-3.70")).toContain("Shares are shown from 30 days on.");
    const one = (await runJson("track-record --place 55.95,-3.19")) as {
      verdicts: unknown[];
      sports: unknown[];
    };
    expect(one.sports).toEqual([{ sport: "padel", since: "2026-10-10", days: 41, left_out: 0 }]);
    expect(one.verdicts).toHaveLength(21);
    const lines = (await run("track-record --place 55.95,-3.19 --csv")).trim().split(/\r?\n/);
    expect(lines[0]).toBe("sport,days,days_ahead,verdict,said,came,share,low,high");
    expect(lines[1]).toBe("padel,41,0,safe_to_book,738,697,0.94,0.93,0.96");
  });

  it("says that no session was judged yet", async () => {
    expect(await commands().run("track-record")).toContain("No session has been judged yet");
  });

  it("refuses a --place that is no place", async () => {
    expect((await commands().refusal("track-record --place Edinburgh")).line).toContain(
      "such as 55.95,-3.19",
    );
  });
});
