import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const execute = promisify(execFile);

it.each([
  { door: "rest", room: "src/doors/rest/", otherRoom: "src/doors/grpc/" },
  { door: "grpc", room: "src/doors/grpc/", otherRoom: "src/doors/rest/" },
])("a call by $door runs what its door and the score need", { timeout: 60_000 }, async (expected) => {
  const args = ["scripts/call-path.ts", "--door", expected.door, "--list"];
  const { stdout } = await execute(process.execPath, args, {
    cwd: new URL("../..", import.meta.url).pathname,
  });

  expect(stdout).toMatch(/^One warm call runs \d+ functions in \d+ files of src\//);
  expect(stdout).toMatch(/^src\/operations\/booking-confidence\.ts:\d+ /m);
  expect(stdout).toMatch(/^src\/scoring\/session-score\.ts:\d+ scoreSession$/m);
  expect(stdout).toContain(expected.room);
  expect(stdout).not.toContain(expected.otherRoom);
});
