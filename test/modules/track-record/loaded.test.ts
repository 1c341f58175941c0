import { expect, it } from "vitest";
import { modulesOfCommand, modulesOfRole } from "../../app/modules-in-use.ts";

it(
  "a command that opens the store loads only the tables of the track record",
  { timeout: 60_000 },
  async () => {
    const { files } = await modulesOfCommand(["migrate"]);
    const own = files.filter((file) => file.startsWith("track-record/"));
    expect(own.toSorted()).toEqual(
      ["module.ts", "settings.ts", "sql/tables.ts"].map((file) => `track-record/${file}`),
    );
  },
);

it(
  "a sidecar loads of the track record what /openapi.json says of its method",
  { timeout: 60_000 },
  async () => {
    expect(await modulesOfRole("rest")).toContain("track-record");
  },
);
