// The calendar of docs/calendar.md behind the proxy of docs/embedding.md.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NODE } from "../../examples/proxies/start-proxy.ts";
import { useTestService } from "../../support/service/use-test-service.ts";
import { readAttributes } from "./read-settings.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

describe("a proxy that is set up as docs/embedding.md says, for the calendar of docs/calendar.md", () => {
  const settingOf = (name: string) =>
    new RegExp(`${name}="([^"]+)"`).exec(read("docs/embedding.md"))?.[1] ?? "";
  const used = useTestService();

  it("answers the calendar's week and its clicks", async () => {
    const { service, key } = used();
    const [, element = ""] = /^<suitability-calendar\n(.*?)>/ms.exec(read("docs/calendar.md")) ?? [];
    const attributes = Object.fromEntries(
      element.matchAll(/([\w-]+)="(.*)"/g).map(([, name = "", value = ""]) => [name, value]),
    );
    const { forecastUrl, confidenceUrl } = readAttributes(attributes);

    const url = `http://127.0.0.1:${service.ports.http}`;
    const calendars = settingOf("SUITABILITY_CALENDARS").trim().split(/\s+/);
    const settings = { url, apiKey: key, calendars };
    const { visit } = await NODE.start(settings, service.clock.nowMs());
    const week = await visit(forecastUrl.split("/weather")[1] ?? "");
    expect(week.status).toBe(200);
    const { sessions } = (await week.json()) as { sessions: { start_time: string }[] };
    const click = await visit(confidenceUrl(sessions[9]?.start_time ?? "", "en").split("/weather")[1] ?? "");
    expect(await click.json()).toMatchObject({ explanation: {}, odds: {} });
  });
});
