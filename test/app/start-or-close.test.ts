import { readdirSync, readlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/time/clock.ts";
import { startService } from "../../src/app/start-service.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { startOrClose } from "../../src/app/start-or-close.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";

describe("a start that fails", () => {
  const startAndFail = () => {
    const closed: string[] = [];
    const started = startOrClose((opened) => {
      opened.defer(() => void closed.push("first"));
      opened.defer(() => {
        closed.push("second");
        throw new Error("cannot be closed");
      });
      throw new Error("cannot start");
    });
    return { started, closed };
  };

  it("rejects with the reason why it failed, even if something cannot be closed", async () => {
    await expect(startAndFail().started).rejects.toThrow(/^cannot start$/);
  });

  it("closes what was opened, the last first", async () => {
    const { started, closed } = startAndFail();
    await expect(started).rejects.toThrow("cannot start");
    expect(closed).toEqual(["second", "first"]);
  });

  it("leaves no file of the store open if a door cannot be made", async () => {
    const folder = folderOfTest();
    const config = {
      ...configFromEnvironment({ WEATHER_SOURCES: "simulated", DRAIN_DELAY_MS: "0" }),
      storeUrl: `sqlite:${folder}/accounts.db`,
      // configFromEnvironment would refuse this; here a door does.
      trustedProxies: ["no address"],
    };
    const logger = createLogger({ level: "silent" });
    await expect(startService(config, { clock: systemClock, logger })).rejects.toThrow("Invalid");
    const openFiles = readdirSync("/proc/self/fd").map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return "";
      }
    });
    expect(openFiles.filter((path) => path.startsWith(folder))).toEqual([]);
  });
});
