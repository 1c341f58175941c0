// The proxies set up as docs/embedding.md says.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { useTestService } from "../../support/service/use-test-service.ts";
import { environmentOf, isPhpInstalled, startPhp } from "./start-proxy.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const PAGE = readFileSync(`${ROOT}docs/embedding.md`, "utf8");

const TENNIS = "lat=51.434&lng=-0.214&sport=tennis&duration_minutes=90&days=7&step_minutes=60&explain=true";

describe("docs/embedding.md", () => {
  const used = useTestService();
  const url = () => `http://127.0.0.1:${used().service.ports.http}`;

  it("starts the proxy for Node, which answers the page's calendar", async () => {
    const [, block = ""] = /^```sh\n(export .*?)^```/ms.exec(PAGE) ?? [];
    const script = block.replace("https://weather.example", url()).replace("wsk_…", used().key);
    expect(script).toContain(TENNIS);
    const child = spawn("bash", ["-euc", script.replace("\nnode ", "\nexec node ")], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(async () => {
      child.kill();
      await once(child, "exit");
    });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const proxy = `http://127.0.0.1:${/port: (\d+)/.exec(line)?.[1]}/weather`;
    const answer = await fetch(`${proxy}/v1/forecast?${TENNIS}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("weather-source")).toBe("simulated");
  });

  it.skipIf(!isPhpInstalled)(
    "has WordPress answer at its own path, with the key of wp-config.php",
    async () => {
      const { SUITABILITY_API_KEY: key, ...settings } = environmentOf({
        url: url(),
        apiKey: used().key,
        calendars: [TENNIS],
      });
      const environment = { ...settings, KEY_OF_WP_CONFIG: key ?? "" };
      const php = await startPhp("wordpress.php", environment, used().service.clock.nowMs());
      const calendar = await php.visit(`/wp-json/suitability/v1/forecast?${TENNIS}`);
      expect(calendar.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const { sessions } = (await calendar.json()) as { readonly sessions: readonly object[] };
      expect(sessions.length).toBeGreaterThan(0);
      expect((await php.visit(`/wp-json/suitability/v1/sports`)).status).toBe(404);
      const refused = await php.visit(`/wp-json/suitability/v1/forecast?${TENNIS}&covered=true`);
      expect(await refused.json()).toMatchObject({ status: 404, reason: "NOT_SET_UP" });
    },
  );
});
