// The element in a real browser, in a page of another origin, against the real service.
import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { calendar, cellsOf, verdictOf } from "./calendar-page.ts";
import { useSite } from "./use-site.ts";
import { describeInChromium, PATIENCE } from "../../support/programs/use-chromium.ts";

const CONFIDENCE = "**/weather/v1/booking-confidence?*";
const FORECAST = "**/weather/v1/forecast?*";
const calendarWith = (key: string) =>
  `<suitability-calendar key="${key}" place="51.5074,-0.1278" time-zone="Europe/London" details></suitability-calendar>`;

describeInChromium("<suitability-calendar>", (openPage) => {
  const { open, openWeek, asked, pathsAsked, createPublishableKey, serviceUrl } = useSite(openPage);
  const chosenOf = (page: Page) => page.getByRole("region", { name: "Chosen start" });

  it("explains a start that is clicked, and goes on to a better start", async () => {
    const { page } = await openWeek('details sport="tennis" duration="90"');
    const poor = page.locator(".cell.poor").first();
    await poor.click();
    const chosen = chosenOf(page);
    await chosen.getByText("What cost points").waitFor();
    const text = await chosen.innerText();
    const badge = chosen.locator(".badge").first();
    expect(await verdictOf(badge)).toBe("poor");
    expect((await badge.innerText()).replaceAll(/\s/g, "")).toBe(
      (await poor.locator(".score").innerText()).replaceAll(/\s/g, ""),
    );
    expect(text).toMatch(
      /Not recommended\n+(?:(?:Rain|Cloudy|Dry|Dark|Fog), )?\d+°C(?:, [\d.]+\smm|, \d+% chance of rain)?\n+[\w ]+ (?:weather|conditions) for tennis/,
    );
    expect(text).toMatch(
      /What cost points\n+(?:Rain|Wind|Temperature|Cloud|Wet surface|Fog|Darkness|Thunderstorm)\n*−\d+/,
    );
    expect(text).toMatch(
      /How reliable is this\?\n+Safe to book\n*\d+%\n+Proceed with caution\n*\d+%\n+Not recommended\n*\d+%/,
    );
    expect(text).toContain("Trust it for today and tomorrow");
    const lost = [...text.matchAll(/−(\d+)/g)].reduce((sum, [, points]) => sum + Number(points), 0);
    expect(lost).toBe(100 - Number(/\d+/.exec(await poor.innerText())));

    const better = chosen.getByRole("listitem").getByRole("button").first();
    const [, when = "", score = ""] = /^(.*\d\d:\d\d)\W*(\d+)$/s.exec(await better.innerText()) ?? [];
    await better.click();
    await chosen.getByText(when.trim()).waitFor();
    expect(await page.getByRole("gridcell", { selected: true }).innerText()).toContain(score);
    const asked = ["/v1/forecast", "/v1/booking-confidence", "/v1/booking-confidence"];
    // The start is shown before its details arrive.
    await vi.waitFor(() => expect(pathsAsked()).toEqual(asked), { timeout: 15_000 });
  });

  it("shows only the site's own starts, and reports the chosen start to the page; without `details`, one request is enough", async () => {
    const slots = 'slots="2026-11-22T10:30:00Z,2026-11-24T09:00:00Z"';
    const { page } = await openWeek(`sport="padel" duration="60" ${slots}`);
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["09:00", "10:30"]);
    expect(await cellsOf(page).count()).toBe(2);
    await page.evaluate("addEventListener('slot-chosen', ({ detail }) => { globalThis.chosen = detail; })");
    const cell = cellsOf(page).last();
    const score = Number(/\d+/.exec(await cell.innerText()));
    await cell.click();
    expect(await page.evaluate("chosen")).toEqual({
      lat: 51.5074,
      lng: -0.1278,
      sport: "padel",
      durationMinutes: 60,
      facts: {},
      startTime: "2026-11-22T10:30:00Z",
      playabilityScore: score,
      recommendation: expect.stringMatching(/^(safe_to_book|proceed_with_caution|not_recommended)$/),
    });
    // The reader's clock shows the same time, so nothing is said of it.
    expect(await chosenOf(page).innerText()).toMatch(/Sun,? 22 Nov,? 10:30\n/);
    expect(asked()).toEqual([expect.stringMatching(/^\/v1\/forecast\?.*&step_minutes=30&/)]);
  });

  it("shows those of the site's starts that can have a verdict, and says how many others there are", async () => {
    const starts = ["22T10:00", "22T10:08", "22T10:16", "22T10:24", "22T10:30", "23T09:52"].map(
      (time) => `2026-11-${time}:00Z`,
    );
    // It is of no week that could be shown.
    const slots = [...starts, "2027-02-01T10:08:00Z"].join(",");
    const { page, errors } = await openWeek(`sport="padel" slots="${slots}"`);
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["10:00", "10:30"]);
    expect(await page.locator("[part=unrated]").innerText()).toBe("Other start times, not rated: 4.");
    const told = "Slots that are not shown: 5; a start has to be on a quarter of an hour";
    expect(errors).toEqual([expect.stringContaining(told)]);
  });

  it.each([
    ["tennis", "Rain risk: low. Wind risk: high."],
    ["sailing", "Rain risk: low."],
    ["Wing-foiling", "Rain risk: low."],
  ])(
    "says of %s, of which the answer has a low risk of rain and a high one of wind: %s",
    async (sport, said) => {
      const { page } = await openWeek(`details sport="${sport}"`);
      await page.route(CONFIDENCE, async (route) => {
        const response = await route.fetch();
        const risks = { rain_risk: "low", wind_risk: "high" };
        await route.fulfill({ response, json: { ...(await response.json()), ...risks } });
      });
      await cellsOf(page).first().click();
      expect(await page.getByText("Rain risk").innerText()).toBe(said);
    },
  );

  it.each([
    [{ factor: "wind" }, "Only this stands in the way of “Safe to book”: Wind."],
    [undefined, undefined],
  ])(
    "names the one factor whose change alone would make a start safe, if the answer has one: %o",
    async (limiting, said) => {
      const { page } = await openWeek("details");
      await page.route(CONFIDENCE, async (route) => {
        const response = await route.fetch();
        const explanation = { points_lost: [{ factor: "wind", points: 40 }], ...(limiting && { limiting }) };
        await route.fulfill({ response, json: { ...(await response.json()), explanation } });
      });
      await cellsOf(page).first().click();
      const chosen = chosenOf(page);
      await chosen.getByText("What cost points").waitFor();
      expect(/Only this .*/.exec(await chosen.innerText())?.[0]).toBe(said);
    },
  );

  it("gives the chosen cell the verdict of its details if the forecast has changed in between", async () => {
    const { page } = await openWeek("details");
    const cell = page.locator(".cell").first();
    const before = await verdictOf(cell);
    const changed =
      before === "poor"
        ? { playability_score: 93, recommendation: "safe_to_book" }
        : { playability_score: 7, recommendation: "not_recommended" };
    await page.route(CONFIDENCE, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...changed } });
    });
    await cell.click();
    await page.getByText("The forecast has changed since this calendar was loaded").waitFor();
    expect(await verdictOf(cell)).toBe(before === "poor" ? "safe" : "poor");
    expect(await cell.innerText()).toContain(String(changed.playability_score));
  });

  it("is one stop of the Tab key; arrows, Home and End go from start to start, Enter chooses", async () => {
    const { page } = await openWeek('hours="09:00-11:00"');
    const focused = () =>
      page.evaluate(
        "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label').replaceAll(',', '').slice(0, 16)",
      );
    await page.keyboard.press("Tab");
    // Today is Saturday the 21st, and its morning is over: the first column is Sunday.
    expect(await focused()).toBe("Sun 22 Nov 09:00");
    const steps = [
      ["ArrowRight", "Mon 23 Nov 09:00"],
      ["ArrowDown", "Mon 23 Nov 10:00"],
      ["End", "Sat 28 Nov 10:00"],
      ["ArrowRight", "Sat 28 Nov 10:00"],
      ["Home", "Sun 22 Nov 10:00"],
      ["ArrowUp", "Sun 22 Nov 09:00"],
      ["ArrowUp", "Sun 22 Nov 09:00"],
    ];
    for (const [key = "", at] of steps) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(at);
    }
    await page.keyboard.press("Enter");
    expect(await chosenOf(page).innerText()).toMatch(/Sun,? 22 Nov,? 09:00/);
    // Escape closes the chosen start.
    await page.keyboard.press("Escape");
    expect(await chosenOf(page).count()).toBe(0);
    expect(await focused()).toBe("Sun 22 Nov 09:00");
  });

  it("says whose times it shows, and shows the reader's times when asked", async () => {
    const { page } = await openWeek('hours="09:00-10:00"', { timezoneId: "America/New_York" });
    const zone = page.locator("[part=zone]");
    expect(await zone.innerText()).toContain("Local time at the venue (time zone: London).");
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["09:00", "10:00"]);
    await cellsOf(page).first().click();
    expect(await chosenOf(page).innerText()).toContain("09:00 (local time)");
    await page.getByRole("button", { name: "Show my time" }).click();
    expect(await zone.innerText()).toContain("Your time (time zone: New York).");
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["04:00", "05:00"]);
    await cellsOf(page).first().click();
    expect(await chosenOf(page).innerText()).toContain("04:00 (your time)");
    await page.getByRole("button", { name: "Show local time" }).click();
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["09:00", "10:00"]);
    expect(pathsAsked()).toEqual(["/v1/forecast"]);
  });

  it.each([
    ["Asia/Kolkata", "Asia/Kolkata", "Local time at the venue, the same as yours."],
    ["Asia/Kolkata", "Etc/GMT+5", "Local time at the venue (time zone: Kolkata)."],
    ["Etc/GMT+5", "Asia/Kolkata", "Local time at the venue (time zone: GMT−5)."],
    ["Asia/Kolkata", "Etc/Unknown", "Local time at the venue (time zone: Kolkata)."],
    [
      "Mars/Olympus",
      "Asia/Kolkata",
      "Your browser does not know the venue’s time zone. Your time (time zone: Kolkata).",
    ],
    ["Mars/Olympus", "Etc/Unknown", "Your browser does not know the venue’s time zone. Times in UTC."],
    ["", "Etc/Unknown", "Times in UTC."],
    ["", "Asia/Kolkata", "Your time (time zone: Kolkata)."],
  ])(
    "shows its week at a venue in the time zone “%s” to a reader in %s: %s",
    async (zone, timezoneId, sentence) => {
      const { page, errors } = await open(calendar().replace("Europe/London", zone), { timezoneId });
      await cellsOf(page).first().waitFor();
      const button = / Show .*/;
      expect((await page.locator("[part=zone]").innerText()).replace(button, "")).toBe(sentence);
      const told = zone === "Mars/Olympus" ? ['This browser does not know time-zone="Mars/Olympus"'] : [];
      expect(errors.map((text) => text.replace(/\..*/s, ""))).toEqual(told);
    },
  );

  it("makes one request when attributes change together, and none if the loaded forecast suffices or it is removed at once", async () => {
    const { page } = await openWeek();
    await page.evaluate(
      "{ const copy = document.querySelector('suitability-calendar').cloneNode(); document.body.append(copy); copy.remove(); }",
    );
    const change = (attributes: Record<string, string>) =>
      page.evaluate(
        `for (const each of Object.entries(${JSON.stringify(attributes)})) document.querySelector("suitability-calendar").setAttribute(...each)`,
      );
    await change({ sport: "golf", duration: "240", step: "30", place: "48.85,2.25" });
    await page.getByRole("grid", { name: "Start times for 240 minutes: golf" }).waitFor();
    await change({ hours: "10:00-11:00", "time-zone": "Europe/Paris" });
    await page.getByText("Local time at the venue (time zone: Paris)").waitFor();
    expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["10:00", "10:30", "11:00"]);
    expect(asked().slice(1)).toEqual([
      "/v1/forecast?lat=48.85&lng=2.25&sport=golf&duration_minutes=240&days=7&step_minutes=30&explain=true",
    ]);
  });

  it("takes its colours from the page's variables and parts, and follows the page's colour scheme", async () => {
    // Names that a page may use for its own colours.
    const names = ["safe", "caution", "poor"];
    const css = `:root { color-scheme: dark; ${names.map((name) => `--${name}: rgb(1, 2, 3)`).join(";")} }
        suitability-calendar { ${names.map((name) => `--suitability-${name}: var(--${name})`).join(";")} }
        suitability-calendar::part(cell) { border-radius: 11px }`;
    const { page } = await openWeek("", { colorScheme: "light" });
    const styleOf = (name: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('suitability-calendar').shadowRoot.querySelector('.cell')).${name}`,
      );
    const [background, color] = [await styleOf("backgroundColor"), await styleOf("color")];
    await page.evaluate(
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets = [sheet]; }`,
    );
    expect(background).not.toBe("rgb(1, 2, 3)");
    expect(await styleOf("backgroundColor")).toBe("rgb(1, 2, 3)");
    expect(await styleOf("borderRadius")).toBe("11px");
    expect(await styleOf("color")).not.toBe(color);
  });

  it("reports a wrong setup in the console, without a request, and tells visitors only that there is no forecast", async () => {
    const { page, requests, errors } = await open("<suitability-calendar></suitability-calendar>");
    await page.getByRole("alert").getByText("No forecast at the moment.", { exact: true }).waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(errors.join()).toContain("set up right: place has to be");
    expect(requests.filter((url) => url.includes("/v1/"))).toEqual([]);
  });

  it("says so when no start is left within its hours", async () => {
    const none = calendar('hours="10:10-10:10" days="1"').replace("Europe/London", "Asia/Kolkata");
    const { page } = await open(none);
    await page.getByText("No start times are left within these hours").waitFor();
    expect(await page.getByRole("grid").count()).toBe(0);
  });

  it.each([
    ["a-new-source", "Scores calculated by", []],
    [
      "open-meteo, met-norway",
      "Forecast as it was 35 minutes ago.",
      [
        "https://open-meteo.com/",
        "https://creativecommons.org/licenses/by/4.0/",
        "https://api.met.no/",
        "https://creativecommons.org/licenses/by/4.0/",
        "https://data.norge.no/nlod/en/2.0",
      ],
    ],
  ])("credits the weather sources that it knows among %s, and says: %s", async (source, sentence, links) => {
    const { page } = await open(calendar(), {
      prepare: (page) =>
        page.route(FORECAST, async (route) => {
          const response = await route.fetch();
          const headers = { ...response.headers(), age: "2100", "weather-source": source };
          await route.fulfill({ response, headers });
        }),
    });
    await page.getByText(sentence).waitFor();
    const shown = page.locator("suitability-calendar").getByRole("link");
    expect(await shown.evaluateAll((all) => all.map((link) => String(link)))).toEqual(links);
  });

  it("works twice in a page whose policy allows only styles from files, and asks the service directly with a publishable key", async () => {
    const { page, errors } = await open(calendarWith(await createPublishableKey()).repeat(2));
    await cellsOf(page.locator("suitability-calendar").last()).first().waitFor();
    await cellsOf(page.locator("suitability-calendar").first()).first().click();
    await page.getByText("What cost points").waitFor();
    expect(await page.getByText("Simulated weather: made up, not a forecast.").count()).toBe(2);
    expect(asked()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("says in the console that its key is not valid for the page's origin, since a page may read this refusal", async () => {
    const { page, errors } = await open(calendarWith(await createPublishableKey()), { host: "localhost" });
    await page.getByRole("alert").waitFor();
    expect(errors.join()).toMatch(/set up right: .*\borigin\b/);
  });

  it("tells the page what it loaded and what failed, with the reason", async () => {
    const listen = `globalThis.told = [];
      for (const name of ["loaded", "failed"]) addEventListener(name, ({ type, detail }) => told.push([type, detail]));`;
    const { page } = await open(calendar('sport="tenis"'), {
      prepare: async (loading) => loading.addInitScript(listen),
    });
    await page.getByRole("alert").waitFor();
    await page.evaluate("document.querySelector('suitability-calendar').setAttribute('sport', 'tennis')");
    await cellsOf(page).first().waitFor();
    expect(await page.evaluate("told")).toEqual([
      ["failed", { reason: "UNKNOWN_SPORT", message: expect.stringContaining("tennis") }],
      [
        "loaded",
        {
          lat: 51.5074,
          lng: -0.1278,
          sport: "tennis",
          durationMinutes: 60,
          facts: {},
          source: "simulated",
          ageSeconds: 0,
        },
      ],
    ]);
  });

  it("comes with badges: they show the verdicts of a page's own list of times, with one request for all badges of a place", async () => {
    const badge = (start: string, attributes = "") =>
      `<suitability-badge src="/weather" place="51.5074,-0.1278" sport="tennis" start="${start}" ${attributes}></suitability-badge>`;
    const starts = ["2026-11-22T10:00:00Z", "2026-11-22T15:15:00Z", "2026-11-24T14:00:00+01:00"];
    const { page, errors } = await open(
      starts.map((start) => badge(start)).join("") + badge("2026-11-21T09:00:00Z"),
    );
    const shown = page.locator("suitability-badge .badge");
    await expect.poll(() => shown.count(), PATIENCE).toBe(3);
    expect(asked()).toEqual([expect.stringMatching(/^\/v1\/forecast\?.*&days=7&step_minutes=15$/)]);
    for (const each of await shown.all()) {
      expect(await each.innerText()).toMatch(
        /^[✓!✕] \d+ (?:Safe to book|Proceed with caution|Not recommended)$/,
      );
      expect(await verdictOf(each)).toBeDefined();
      expect(await each.getAttribute("title")).toBe("Simulated weather: made up, not a forecast.");
    }
    // The badge whose start has passed.
    expect(errors).toEqual([expect.stringContaining("start has passed")]);
  });

  it("comes with badges that need no time zone: neither the venue's nor the reader's", async () => {
    const { page, errors } = await open(
      `<suitability-badge src="/weather" place="51.5074,-0.1278" time-zone="Mars/Olympus" start="2026-11-22T10:00:00Z"></suitability-badge>`,
      { timezoneId: "Etc/Unknown" },
    );
    await page.locator("suitability-badge .badge").waitFor();
    expect(errors).toEqual([]);
  });

  it("has its details within a phone's screen, below the cell that was chosen, and closes them with Escape or a button", async () => {
    const { page } = await openWeek("details", { viewport: { width: 375, height: 700 } });
    const cell = cellsOf(page).last();
    const close = page.getByRole("button", { name: "Close" });
    const focused = () =>
      page.evaluate("document.activeElement.shadowRoot.activeElement.getAttribute('data-start')");
    for (const leave of [() => page.keyboard.press("Escape"), () => close.click()]) {
      await cell.click();
      await page.getByText("What cost points").waitFor();
      const [sheet, chosen] = [await chosenOf(page).boundingBox(), await cell.boundingBox()];
      expect(sheet?.y).toBeGreaterThan(700 * 0.35);
      expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThanOrEqual(701);
      expect(chosen?.y).toBeGreaterThanOrEqual(0);
      expect((chosen?.y ?? 0) + (chosen?.height ?? 0)).toBeLessThanOrEqual((sheet?.y ?? 0) + 1);
      await leave();
      expect(await chosenOf(page).count()).toBe(0);
      expect(await focused()).toBe(await cell.getAttribute("data-start"));
    }
  });

  it("on a desk, has the weather in its cells and the details beside the grid; on a phone, shows the weather when asked", async () => {
    const { page } = await openWeek("details", { viewport: { width: 1280, height: 800 } });
    const weather = page.locator(".weather").first();
    expect(await weather.isVisible()).toBe(true);
    expect(await cellsOf(page).first().getAttribute("aria-label")).toMatch(
      /\. (?:(?:Dry|Cloudy|Rain|Dark), )?\d+°C/,
    );
    await cellsOf(page).nth(20).click();
    await page.getByText("What cost points").waitFor();
    const [details, grid] = [await chosenOf(page).boundingBox(), await page.getByRole("grid").boundingBox()];
    expect(details?.x).toBeGreaterThanOrEqual((grid?.x ?? 0) + (grid?.width ?? Number.NaN));
    expect(details?.y).toBeLessThan(100);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await weather.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Show the weather" }).click();
    expect(await weather.isVisible()).toBe(true);
  });

  it("says what it assumes about the venue, and lets visitors change that if the site allows it", async () => {
    const { page } = await openWeek('sport="tennis"');
    expect(await page.getByText("Assumed: no roof, with lights, hard court").count()).toBe(1);
    await page.evaluate("document.querySelector('suitability-calendar').setAttribute('switches', '')");
    await page.getByRole("checkbox", { name: "with a roof", checked: false }).waitFor();
    await page.getByRole("checkbox", { name: "with lights", checked: true }).click();
    await page.getByRole("checkbox", { name: "with lights", checked: false }).waitFor();
    await page.getByLabel("Surface").selectOption("clay");
    await expect.poll(() => asked().length, PATIENCE).toBe(3);
    expect(asked().map((url) => /(?:&floodlit=\w+|&surface=\w+)+/.exec(url)?.[0])).toEqual([
      undefined,
      "&floodlit=false",
      "&floodlit=false&surface=clay",
    ]);
  });

  it("runs from its script tag with integrity, and is refused by a browser if the hash is another file's", async () => {
    const tags = await (await fetch(`${serviceUrl()}/embed/tags.txt`)).text();
    const [line = ""] = tags.replaceAll('src="', `src="${serviceUrl()}`).split("\n");
    const right = await open(line + calendar());
    await cellsOf(right.page).first().waitFor();
    expect(right.requests).toContainEqual(expect.stringMatching(/\/embed\/calendar-[0-9a-f]{16}\.js$/));
    expect(right.errors).toEqual([]);
    const wrong = await open(line.replace(/sha384-.{9}/, "sha384-AAAAAAAAA") + calendar());
    // The page has another tag for the script, without integrity, and that one draws the calendar.
    await cellsOf(wrong.page).first().waitFor();
    expect(wrong.errors).toEqual([expect.stringContaining("integrity")]);
  });
});
