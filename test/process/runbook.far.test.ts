// Runs each command of docs/operations.md as it is printed, because people on call paste them. The stores are real; the
// cluster, its Prometheus and the weather provider are stand-ins.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCaller } from "../accounts/create-caller.ts";
import { encryptPostgres } from "../accounts/postgres/encrypt-postgres.ts";
import { HAS_OPENSSL } from "../doors/http/tls/certificate-authority.ts";
import { logOfOutage } from "../support/service/logged-outage.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { createMisbehavingUpstream } from "../support/fakes/misbehaving-upstream.ts";
import { isPostgresInstalled, startPostgresServer } from "../support/programs/postgres-server.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { ANY_PORTS, startProgram, untilListening } from "../support/programs/program.ts";
import { createPostgresRoles, SECRETS } from "../support/fakes/stand-in-cluster/postgres-roles.ts";
import { startStandInCluster, type StandIn } from "../support/fakes/stand-in-cluster/start.ts";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";
import { startCommandsOfPages } from "./commands-of-pages.ts";
import { getForecast, useStore } from "./open-programs.ts";

const PAGE = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");

const run = promisify(execFile);

/** What stands in capitals is for the reader to fill in. */
const FILLED_IN = { NAME: "'Court Finder'", NODE: "node-1", FILE: "$(mktemp -u)" };

const BLOCKS = [...PAGE.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, block = ""]) =>
  block
    .trim()
    .split("\n")
    .map((line) => line.trim()),
);
const IN_THE_TEXT = [...PAGE.matchAll(/(?<!`)`((?:kubectl|psql|bin\/suitability)\s[^`]+)`/g)].map(
  ([, command = ""]) => command.replaceAll(/\s+/g, " "),
);

/** Leaves out `kubectl kustomize`, `serve` and `sla`, which other tests run. */
const COMMANDS = [...new Set([...BLOCKS, ...IN_THE_TEXT])].filter(
  (command) => !/^kubectl kustomize|^bin\/suitability (?:serve|sla)/.test(command),
);

/** What the output of a command must contain, by the first pattern that matches the command. */
const ANSWERS = [
  { asked: /psql/, answer: /\(\d+ rows?\)/ },
  { asked: /accounts create/, answer: /wsk_/ },
  { asked: /./, answer: /./ },
];

describe("docs/operations.md", () => {
  it("has commands for every store", () => {
    expect(COMMANDS.length).toBeGreaterThan(20);
    for (const part of ["psql", "df -h /data", "accounts create", "logs"]) {
      expect(COMMANDS.join("\n")).toContain(part);
    }
  });
});

describe.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)(
  "a command of docs/operations.md (skipped without PostgreSQL and openssl)",
  () => {
    let standIn: StandIn;
    let environment: Record<string, string>;
    let opsPort: number;
    let logs: Readonly<Record<"core" | "rest" | "backup" | "migrate", string>>;
    let program: string;
    const closing: (() => unknown)[] = [];

    beforeAll(async () => {
      const folder = createTemporaryFolder();
      const postgres = await startPostgresServer();
      const storeUrl = await createPostgresRoles(postgres.url);
      const sql = (text: string) => postgresCommand(postgres.url, text);
      const { caFile } = await encryptPostgres({ sql }, (remove) => closing.push(remove));
      const troubled = await startTroubledService(storeUrl);
      const commands = await startCommandsOfPages(folder.path);
      opsPort = troubled.opsPort;
      logs = {
        core: join(folder.path, "core.log"),
        rest: join(folder.path, "rest.log"),
        backup: join(folder.path, "backup.log"),
        migrate: join(folder.path, "migrate.log"),
      };
      writeFileSync(logs.core, troubled.coreLog);
      writeFileSync(logs.rest, troubled.restLog);
      writeFileSync(logs.backup, "No space left on device\n");
      writeFileSync(logs.migrate, "permission denied for schema public\n");
      // The answer of a Prometheus without data. test/modules/sla/sla-command.far.test.ts asks a real one.
      const prometheus = await createMisbehavingUpstream({
        kind: "answer",
        body: { status: "success", data: { result: [] } },
      });
      standIn = startStandInCluster({
        overlays: ["k8s/overlays/replicas", "k8s/overlays/single"],
        secrets: SECRETS,
        places: {
          "postgres-1.example.com:5432,postgres-2.example.com:5432": `localhost:${postgres.port}`,
          "/etc/suitability/store-ca/ca.crt": caFile,
          "http://prometheus-operated.monitoring:9090": prometheus.url,
          "/data": folder.path,
          "bin/suitability": commands.program,
        },
        logs,
      });
      // `prepare=false` is for a PgBouncer, and psql does not know it: the commands of the page have to remove it.
      environment = { ...standIn.environment, STORE_URL: `${postgres.url}?prepare=false` };
      program = commands.program;
      closing.push(
        () => commands.close(),
        () => troubled.stop(),
        () => standIn.remove(),
        () => prometheus.close(),
        () => postgres.remove(),
        () => folder.remove(),
      );
    }, 60_000);
    afterAll(async () => {
      for (const close of closing) await close();
    });

    const commandWith = (words: string) => COMMANDS.find((command) => command.includes(words)) ?? "";
    const outputOf = async (command: string, settings: Readonly<Record<string, string>> = {}) => {
      const script = Object.entries(FILLED_IN)
        .reduce((text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), value), command)
        .replace("127.0.0.1:9464", `127.0.0.1:${opsPort}`)
        .replace(/^bin\/suitability/, program);
      const { stdout } = await run("bash", ["-eo", "pipefail", "-c", script], {
        env: { ...environment, ...settings },
        // The list of a busy machine's connections is long.
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    };

    it.each(COMMANDS)(
      "%s",
      async (command) => {
        const answer = ANSWERS.find(({ asked }) => asked.test(command))?.answer;
        expect(await outputOf(command)).toMatch(answer ?? "");
      },
      30_000,
    );

    it(
      "that looks for an outage of the store prints when it began and why, how long it lasts, and when it was over",
      { timeout: 120_000 },
      async () => {
        const server = await postgresServerOfTest();
        const { lines } = await logOfOutage(server.url, async () => {
          await server.kill();
          return () => server.start();
        });
        writeFileSync(logs.core, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        const printed = await outputOf(commandWith('"the account store is"'));
        expect(printed.trim().split("\n")).toEqual([
          expect.stringMatching(/"reason":".+","msg":"the account store is unavailable"/),
          expect.stringMatching(
            /"seconds":\d+,"calls_failed":\d+,"msg":"the account store is still unavailable"/,
          ),
          expect.stringMatching(
            /"seconds":\d+,"calls_failed":\d+,"msg":"the account store is still unavailable"/,
          ),
          expect.stringMatching(
            /"seconds":\d+,"calls_failed":\d+,"msg":"the account store is available again"/,
          ),
        ]);
        expect(await outputOf(commandWith("sort | uniq -c"))).toMatch(
          /^ *\d+ "method":"GetForecast","code":"unavailable","reason":"STORE_UNAVAILABLE"$/m,
        );
        expect(
          await outputOf(commandWith(`-c core --since=15m --tail=-1 | grep -v '"msg":"call"'`)),
        ).not.toContain('"msg":"call"');
      },
    );

    it.each(COMMANDS.filter((command) => command.includes("psql")))(
      "gives up on a PostgreSQL that hangs: %s",
      { timeout: 60_000 },
      async (command) => {
        const server = await postgresServerOfTest();
        server.hang();
        for (const STORE_URL of [server.url, `${server.url}?prepare=false`]) {
          await expect(outputOf(command, { STORE_URL })).rejects.toThrow("timeout expired");
        }
      },
    );
  },
);

/** Starts a core that its provider refuses, a core with a wrong database password, and a sidecar without a core. Returns their logs. */
async function startTroubledService(storeUrl: string) {
  const upstream = await createMisbehavingUpstream({
    kind: "answer",
    status: 401,
    body: { reason: "no such key" },
  });
  const settings = { ...ANY_PORTS, WEATHER_SOURCES: "open-meteo", OPEN_METEO_URL: upstream.url };
  const core = startProgram(["serve"], { ...settings, STORE_URL: storeUrl });
  const lockedOut = startProgram(["serve"], {
    ...settings,
    STORE_URL: storeUrl.replace(/:[^:@]*@/, ":wrong@"),
  });
  const sidecar = startProgram(["serve", "--role", "rest"], { ...ANY_PORTS, CORE_ADDRESS: "127.0.0.1:1" });
  const programs = [core, lockedOut, sidecar];
  const ports = await untilListening(core);
  const { key } = await useStore(storeUrl, createCaller);
  await vi.waitFor(async () => {
    await getForecast(ports.http, { key });
    expect(core.stdout).toContain('"kind":"refused"');
    for (const program of [lockedOut, sidecar]) expect(program.stdout).toContain(" is unavailable");
  }, 30_000);
  return {
    opsPort: ports.ops,
    coreLog: core.stdout + lockedOut.stdout,
    restLog: sidecar.stdout,
    stop: async () => {
      programs.forEach((program) => program.signal("SIGKILL"));
      await Promise.all(programs.map(({ ended }) => ended));
      await upstream.close();
    },
  };
}
