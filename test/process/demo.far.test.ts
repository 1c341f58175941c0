import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { untilListening } from "../support/program.ts";
import { openPrograms } from "./open-programs.ts";

const run = promisify(execFile);

describe("bin/suitability demo", { timeout: 60_000 }, () => {
  it("prints a curl line per operation that works as it is, and leaves nothing behind", async () => {
    const { folder, start } = openPrograms();
    const demo = start(["demo"], { TMPDIR: folder.path });
    const { grpc } = await untilListening(demo);
    await demo.untilPrinted(/Stop with Ctrl-C/);

    const lines = [...demo.stdout.matchAll(/^ {2}(curl .*)$/gm)].map(([, line = ""]) => line);
    const answers: unknown[] = [];
    for (const line of lines) {
      const { stdout } = await run("bash", ["-c", line.replace("curl", "curl --silent --fail")]);
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toEqual([
      expect.objectContaining({ playability_score: expect.any(Number), explanation: expect.anything() }),
      expect.objectContaining({ hours: expect.objectContaining({ length: 168 }) }),
      expect.objectContaining({ slots: expect.objectContaining({ length: 4 }) }),
    ]);
    expect(demo.stdout).toContain(
      `127.0.0.1:${grpc} suitability.v1.BookingConfidenceService/GetBookingConfidence`,
    );

    demo.signal("SIGINT");
    expect(await demo.ended).toBe(0);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it("prints its key and its addresses for scripts, as a line of JSON beside those of the log", async () => {
    const { folder, start } = openPrograms();
    const demo = start(["demo", "--json"], { TMPDIR: folder.path });
    const { grpc, http } = await untilListening(demo);
    const [line] = await demo.untilPrinted(/^\{"api_key".*\}$/m);
    const told = JSON.parse(line) as Record<string, string>;
    expect(Object.keys(told)).toEqual(["api_key", "http", "grpc", "operations"]);
    expect(told).toMatchObject({ http: `http://127.0.0.1:${http}`, grpc: `127.0.0.1:${grpc}` });
    const answer = await fetch(`${told["http"]}/v1/sports`, {
      headers: { "x-api-key": told["api_key"] ?? "" },
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${told["operations"]}/metrics`)).status).toBe(200);
    demo.signal("SIGINT");
    expect(await demo.ended).toBe(0);
  });
});
