// The front page in a real browser, against the real service.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { describeInChromium, PATIENCE, useServicePage } from "../../support/programs/use-chromium.ts";
import { secretSha256, createApiKey } from "../../../src/accounts/api-key.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";
import { ANY_PORTS, startProgram, untilListening } from "../../support/programs/program.ts";
import { tryOut } from "./reference-actions.ts";
import { cellsOf } from "../calendar/calendar-page.ts";

const run = promisify(execFile);

/** The command for the code of each tab. The code is its last argument. */
const RUN = {
  curl: ["bash", ["-c"]],
  JavaScript: [process.execPath, ["--input-type=module", "-e"]],
  Python: ["python3", ["-c"]],
  Venues: ["bash", ["-c"]],
} as const;

const forecastsIn = (requests: readonly string[]) => requests.filter((url) => url.includes("/v1/forecast?"));

describeInChromium("the front page", (openPage) => {
  const { service, origin, open: openHere } = useServicePage(openPage, "/");

  const open = (options?: BrowserContextOptions) => openHere({ timezoneId: "Europe/London", ...options });
  const enterKey = async (page: Page, key: string) => {
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Show the week" }).click();
  };
  const openWeek = async (options?: BrowserContextOptions) => {
    const { key, accountId } = await service().createCaller();
    const observed = await open(options);
    await enterKey(observed.page, key);
    await cellsOf(observed.page).first().waitFor();
    return { ...observed, key, accountId };
  };

  it("shows each chosen week for one request, and has code that asks about the chosen start for one request more", async () => {
    const { page, key, accountId, errors, requests } = await openWeek({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByText("Showing a week takes one request").waitFor();
    await page.getByLabel("Sport").selectOption("Golf");
    await page.getByLabel("Sport").selectOption("Tennis");
    await page.getByLabel("Length").selectOption("4 hours");
    await page.getByLabel("Place").selectOption("Roland-Garros, Paris");
    await page.getByText("Local time at the venue (time zone: Paris).").waitFor();
    await page.locator("suitability-calendar").getByLabel("Surface").selectOption("clay");
    await page.locator("#language").selectOption("Français");
    await page.locator("#code").filter({ hasText: "surface=clay" }).waitFor();
    const weeks = forecastsIn(requests).map((url) => {
      const { searchParams } = new URL(url);
      return ["lat", "sport", "duration_minutes", "surface"].map((name) => searchParams.get(name));
    });
    expect(weeks).toEqual([
      ["51.434", "tennis", "90", null],
      ["51.434", "golf", "90", null],
      ["51.434", "tennis", "90", null],
      ["51.434", "tennis", "240", null],
      ["48.847", "tennis", "240", null],
      ["48.847", "tennis", "240", "clay"],
    ]);
    await cellsOf(page).nth(30).click();
    const start = await cellsOf(page).nth(30).getAttribute("data-start");
    await page.getByRole("button", { name: "Ask this: one request" }).click();
    const json = await page.locator("#answer-json").filter({ hasText: "playability_score" }).innerText();
    const { playability_score: score, summary } = JSON.parse(json) as Record<string, unknown>;
    expect(await page.locator("#answer-verdict").innerText()).toBe(`${score} of 100. ${summary}`);
    const asked = new URL(requests.findLast((url) => url.includes("/v1/booking-confidence?")) ?? "")
      .searchParams;
    const parameters = {
      lat: "48.847",
      lng: "2.249",
      start_time: start,
      duration_minutes: "240",
      sport: "tennis",
      surface: "clay",
      lang: "fr",
    };
    expect(Object.fromEntries(asked)).toEqual(parameters);
    const used = () => service().callsOf(accountId);
    for (const [name, command] of Object.entries(RUN)) {
      await page.getByRole("tab", { name }).click();
      const before = await used();
      await page.locator(".code").getByRole("button", { name: "Copy" }).click();
      await page.locator(".code").getByRole("button", { name: "Copied" }).waitFor();
      const code = await page.evaluate<string>("navigator.clipboard.readText()");
      const { stdout } = await run(command[0], [...command[1], code.replace("wsk_…", key)]);
      expect(stdout, name).toContain(summary);
      expect(await used(), name).toBe(before + 1);
      await page.locator(".code").getByRole("button", { name: "Copy" }).waitFor();
    }
    await page.getByRole("tab", { name: "Python" }).press("ArrowRight");
    const tag = await page.locator("#code").innerText();
    for (const attribute of [
      'place="48.847,2.249"',
      'sport="tennis"',
      'duration="240"',
      'surface="clay"',
      'lang="fr"',
      "Europe/Paris",
    ])
      expect(tag).toContain(attribute);
    expect(errors).toEqual([]);
  });

  it("has the details beside the grid on a screen of 1,280 px, without moving the starts", async () => {
    const { page } = await openWeek({ viewport: { width: 1280, height: 900 } });
    const cell = cellsOf(page).nth(30);
    const before = await cell.boundingBox();
    await cell.click();
    const details = await page.getByRole("region", { name: "Chosen start" }).boundingBox();
    const grid = await page.getByRole("grid").boundingBox();
    expect(details?.x).toBeGreaterThan((grid?.x ?? 0) + (grid?.width ?? Number.NaN));
    const after = await cell.boundingBox();
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? Number.NaN))).toBeLessThan(2);
  });

  it("shows its week in a browser that does not know its time zone, and at the browser's position in UTC", async () => {
    const { page, errors } = await openWeek({
      timezoneId: "Etc/Unknown",
      geolocation: { latitude: 48.137_154, longitude: 11.576_124 },
      permissions: ["geolocation"],
    });
    await page.getByText("Local time at the venue (time zone: London).").waitFor();
    await page.getByLabel("Place").selectOption("Where I am…");
    await page.getByText("Times in UTC.", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Calendar" }).click();
    expect(await page.locator("#code").innerText()).not.toContain("time-zone");
    expect(errors).toEqual([]);
  });

  it("offers the sports that the key can ask about, free of charge", async () => {
    const { page, key, accountId } = await openWeek();
    const answer = await service().get("/v1/sports", { key });
    const { sports } = (await answer.json()) as { sports: { id: string }[] };
    const options = page.getByLabel("Sport").locator("option");
    const offered = await options.evaluateAll((all) => all.map((option) => option.getAttribute("value")));
    expect(offered).toEqual(sports.map(({ id }) => id));
    // Only the request for the week was counted.
    expect(await service().callsOf(accountId)).toBe(1);
  });

  it("shows the week at valid coordinates, in the reader's times or in the times of a chosen time zone", async () => {
    const { page, requests } = await openWeek();
    await page.getByLabel("Place").selectOption("Coordinates…");
    expect(await page.getByRole("grid").count()).toBe(0);
    for (const text of ["90.1,0", "0,180.5", "London"]) {
      await page.getByLabel("Latitude, longitude").fill(text);
      await page.getByRole("button", { name: "Show", exact: true }).click();
      expect(await page.locator("#lat-lng:invalid").count(), text).toBe(1);
    }
    await page.getByLabel("Latitude, longitude").fill("55.95, -3.19");
    expect(forecastsIn(requests)).toHaveLength(1);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("Your time (time zone: London).").waitFor();
    expect(await page.getByText("Local time at the venue").count()).toBe(0);
    await page.getByLabel("Time zone there").selectOption("Asia/Tokyo");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("Local time at the venue (time zone: Tokyo).").waitFor();
    expect(forecastsIn(requests).at(-1)).toContain("lat=55.95&lng=-3.19&");
  });

  it("shows the week at the visitor's position on request, rounded to about a kilometre", async () => {
    const { page, requests } = await openWeek({
      geolocation: { latitude: 48.137_154, longitude: 11.576_124 },
      permissions: ["geolocation"],
    });
    await page.getByLabel("Place").selectOption("Where I am…");
    await page.getByText("Shown for 48.14,11.58").waitFor();
    await expect.poll(() => forecastsIn(requests).at(-1), PATIENCE).toContain("lat=48.14&lng=11.58&");
  });

  it("says so when the browser does not reveal where the visitor is, and shows the previous place again", async () => {
    const { page, requests } = await openWeek({ permissions: [] });
    await page.getByLabel("Place").selectOption("Where I am…");
    await page.getByText("Your browser does not say where you are.").waitFor();
    expect(await page.getByLabel("Place").inputValue()).toBe("51.434,-0.214");
    expect(await page.getByRole("grid").count()).toBe(1);
    expect(forecastsIn(requests)).toHaveLength(1);
  });

  it("keeps the key in memory: it is in no URL, no storage, and not in the page after it is accepted", async () => {
    const { page, requests, key } = await openWeek();
    const stored =
      "JSON.stringify([localStorage, sessionStorage, document.cookie, history.state, location.href])";
    expect(await page.evaluate(stored)).toBe(JSON.stringify([{}, {}, "", null, `${origin()}/`]));
    expect(await page.evaluate("document.documentElement.outerHTML")).not.toContain(key);
    expect(await page.locator("#key").inputValue()).toBe("");
    expect(requests.filter((url) => url.includes("wsk_"))).toEqual([]);
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([origin()]));
  });

  it("tells what is wrong with a key, and shows no week", async () => {
    const { page } = await open();
    await enterKey(page, `wsk_${"0".repeat(38)}`);
    await page.getByRole("alert").getByText("key").waitFor();
    expect(await page.locator("#week").isVisible()).toBe(false);
  });
});

describeInChromium("the pages of a service with DEMO_KEY", (openPage) => {
  let service: TestService;
  const demoKey = createApiKey("wpk_");

  beforeAll(async () => {
    service = await startTestService({ demoKey });
    const { accountId } = await service.createCaller();
    await service.store.addKey({
      accountId,
      prefix: "wpk_demo",
      sha256: secretSha256(demoKey),
      label: undefined,
      restrictions: {
        origins: ["https://weather.example"],
        places: ["51.43,-0.21", "51.51,-0.13"],
        operations: ["forecast", "booking-confidence"],
        callsADay: 100,
      },
    });
    return service.stop;
  }, PATIENCE.timeout);

  it.each(["http", "sidecar"] as const)("show every visitor a week and an answer: %s", async (role) => {
    const { page, errors } = await openPage();
    // The page asks about tomorrow by the browser's clock, which has to agree with the service's clock.
    await page.clock.install({ time: service.clock.nowMs() });
    const origin = `http://127.0.0.1:${service.ports[role]}`;
    await page.goto(origin);
    await cellsOf(page).first().waitFor();
    await page.getByRole("button", { name: "Ask this: one request" }).click();
    await page.locator("#answer-json").filter({ hasText: "playability_score" }).waitFor();
    // The page offers no place that the key does not allow, and its code does not contain the key.
    expect(await page.getByLabel("Place").locator("option").allInnerTexts()).not.toContain("Coordinates…");
    expect(await page.locator("#code").innerText()).not.toContain(demoKey);
    await page.goto(`${origin}/docs/try`);
    expect(await tryOut(page, "/v1/forecast")).toBe("200");
    expect(errors).toEqual([]);
  });
});

describeInChromium("the demo's pages", (openPage) => {
  it("show a coloured week at once, in 150 kB, and nothing moves while it comes over a slow line", async () => {
    const demo = startProgram(["demo"], { ...ANY_PORTS });
    onTestFinished(async () => {
      demo.signal("SIGINT");
      await demo.ended;
    });
    const { http } = await untilListening(demo);
    const { page, errors } = await openPage();
    await page.addInitScript(`globalThis.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.moved += value;
      }).observe({ type: "layout-shift", buffered: true });`);
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    });
    let bytes = 0;
    network.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(`http://127.0.0.1:${http}`);
    await cellsOf(page).first().waitFor();
    await page.getByText("This is a demo on simulated weather").waitFor();
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(150_000);
    expect(await page.evaluate<number>("moved")).toBeLessThan(0.1);
    expect(errors).toEqual([]);
  });
});
