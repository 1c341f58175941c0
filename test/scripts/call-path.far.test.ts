import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("the path of a gRPC call has functions of the gRPC door and of the score, and none of the REST door", async () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const args = ["scripts/call-path.ts", "--door", "grpc", "--list"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
  expect(stdout).toMatch(/^One warm call runs \d+ functions in \d+ files of src\//);
  expect(stdout).toMatch(/^src\/api\/booking-confidence\/answer\.ts:\d+ /m);
  expect(stdout).toMatch(/^src\/scoring\/session-score\.ts:\d+ scoreSession$/m);
  expect(stdout).toContain("src/doors/grpc/");
  expect(stdout).not.toContain("src/doors/rest/");
}, 60_000);
