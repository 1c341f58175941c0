// What it takes to start: CPU until the first answer and memory when idle, of a clone, of what `npm run build` makes, and of its
// sidecar, beside a process that only loads the same libraries; and the CPU of commands, beside a Node that does nothing.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkoutsOf, type Bench, type BenchCase, type Finding, type Target } from "../harness/bench-case.ts";
import { childrenCpuSeconds, cpuSeconds, residentMb } from "../harness/cpu-seconds.ts";
import { finding } from "../harness/finding.ts";
import { ROOT, type ServerProcess } from "../harness/processes.ts";
import { restRequest } from "../varied/question-text.ts";
import { oneBooking } from "../varied/questions.ts";

export const start: BenchCase = { name: "start", run };

/** Long enough for what a process does after its start. */
const IDLE_MS = 5_000;

/** Linux counts CPU in hundredths of a second, and a command takes a few of them. */
const COMMAND_RUNS = 10;

const atMost = (value: number): Target => ({ kind: "at most", value });

const START_TARGETS: Readonly<Record<string, Partial<Record<keyof Started, Target>>>> = {
  release: { cpuSeconds: atMost(2), residentMb: atMost(1.5) },
  sidecar: { residentMb: atMost(1.3) },
};

const COMMAND_TARGETS: Readonly<Record<string, Target>> = {
  "--version": atMost(4),
  "keys issue --help": atMost(6),
  "accounts list": atMost(10),
  "keys list": atMost(10),
  usage: atMost(10),
};

/** A program to start in each round. */
interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
}

interface Installed {
  readonly name: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly accountId: string;
}

async function run(bench: Bench) {
  const built = join(bench.folder, "built");
  await bench.processes.run({ args: [join(ROOT, "scripts/build.ts"), built] });
  const clones = checkoutsOf(bench).map(({ name, dir = ROOT }) => ({
    name: name === "service" ? "clone" : name,
    dir,
  }));
  const installed: Installed[] = [];
  for (const each of [...clones, { name: "release", dir: built }]) installed.push(await install(each, bench));
  const starts = await startFindings(installed, bench);
  const commands: Finding[] = [];
  for (const each of installed) commands.push(...(await commandFindings(each, bench)));
  return { findings: [...starts, ...commands] };
}

/** A store of its own with an account. The release runs on this Node. */
async function install(
  { name, dir }: { readonly name: string; readonly dir: string },
  bench: Bench,
): Promise<Installed> {
  const command = join(dir, "bin/suitability");
  const env = {
    PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
    STORE_URL: `sqlite:${join(bench.folder, `${name}.db`)}`,
    WEATHER_SOURCES: "simulated",
    HTTP_LISTEN: "127.0.0.1:0",
    GRPC_LISTEN: "127.0.0.1:0",
    OPS_LISTEN: "127.0.0.1:0",
    DRAIN_DELAY_MS: "0",
    DRAIN_TIMEOUT_MS: "500",
  };
  const args = ["accounts", "create", "--name", "bench", "--plan", "internal", "--json"];
  const created = JSON.parse(await bench.processes.run({ command, args, env })) as {
    readonly account: { readonly id: string };
    readonly key: { readonly api_key: string };
  };
  return { name, command, env, key: created.key.api_key, accountId: created.account.id };
}

async function startFindings(installed: readonly Installed[], bench: Bench): Promise<readonly Finding[]> {
  const bare: Program = {
    name: "bare parts",
    command: process.execPath,
    args: [join(ROOT, "bench/peers/bare-parts.js"), join(bench.folder, "bare.db")],
    env: {},
    key: "",
  };
  const served = installed.map((each): Program => ({ ...each, args: ["serve"] }));
  const release = installed.at(-1) as Installed;
  const core = await serve({ ...release, args: ["serve", "--role", "core"] }, bench);
  const sidecar: Program = {
    ...release,
    name: "sidecar",
    args: ["serve", "--role", "rest"],
    env: { ...release.env, CORE_ADDRESS: `127.0.0.1:${String(core.line["grpc"])}` },
  };
  const programs = [bare, ...served, sidecar];
  const rounds = new Map(programs.map(({ name }) => [name, [] as Started[]]));
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const program of programs) {
      console.error(`  ${program.name}, start ${round + 1} of ${bench.rounds}`);
      rounds.get(program.name)?.push(await measureStart(program, bench));
    }
  }
  await core.stop();
  const bareRounds = rounds.get(bare.name) ?? [];
  return [...rounds].flatMap(([name, of]) =>
    FIGURES.flatMap(({ figure, what, unit }) => {
      const beside = of.map((each, round) => each[figure] / (bareRounds[round]?.[figure] ?? Number.NaN));
      const target = START_TARGETS[name]?.[figure];
      const own = finding({ what: `${name}, ${what}`, unit, rounds: of.map((each) => each[figure]) });
      const ratio = finding({
        what: `${name}, ${what} beside bare parts`,
        unit: "x",
        rounds: beside,
        target,
      });
      return of === bareRounds ? [own] : [own, ratio];
    }),
  );
}

const FIGURES = [
  { figure: "cpuSeconds", what: "CPU to the first answer", unit: "s" },
  { figure: "residentMb", what: "idle memory", unit: "MB" },
] as const;

interface Started {
  readonly cpuSeconds: number;
  readonly residentMb: number;
}

async function measureStart(program: Program, bench: Bench): Promise<Started> {
  const server = await serve(program, bench);
  const [, path = ""] = restRequest(oneBooking(Date.now()), program.key).split(" ");
  const url = `http://127.0.0.1:${String(server.line["http"])}${path}`;
  const response = await fetch(url, { headers: { "x-api-key": program.key } });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`${program.name} answered ${response.status}`);
  const cpu = cpuSeconds([server.pid]);
  await delay(IDLE_MS);
  const memory = residentMb([server.pid]);
  await server.stop();
  return { cpuSeconds: cpu, residentMb: memory };
}

/** Without the hook that writes down pauses: it is TypeScript, whose compiler would count as the program's. */
function serve({ name, command, args, env }: Program, { processes }: Bench): Promise<ServerProcess> {
  return processes.serve({ name: name.replaceAll(" ", "-"), command, args, env, hasGcFile: false });
}

async function commandFindings(
  { name, command, env, accountId }: Installed,
  bench: Bench,
): Promise<readonly Finding[]> {
  const lines: Readonly<Record<string, readonly string[]>> = {
    "--version": ["--version"],
    "keys issue --help": ["keys", "issue", "--help"],
    "accounts list": ["accounts", "list"],
    "keys list": ["keys", "list", accountId],
    usage: ["usage", accountId],
  };
  const ratios = new Map(Object.keys(lines).map((line) => [line, [] as number[]]));
  for (let round = 0; round < bench.rounds; round += 1) {
    console.error(`  ${name}, commands, round ${round + 1} of ${bench.rounds}`);
    const nothing = await commandCpu(process.execPath, ["--eval", "0"], env, bench);
    for (const [line, args] of Object.entries(lines)) {
      ratios.get(line)?.push((await commandCpu(command, args, env, bench)) / nothing);
    }
  }
  return [...ratios].map(([line, rounds]) =>
    finding({
      what: `${name}, ${line}, CPU beside bare Node`,
      unit: "x",
      rounds,
      target: name === "clone" ? COMMAND_TARGETS[line] : undefined,
    }),
  );
}

async function commandCpu(
  command: string,
  args: readonly string[],
  env: Program["env"],
  { processes }: Bench,
) {
  const before = childrenCpuSeconds();
  for (let i = 0; i < COMMAND_RUNS; i += 1) await processes.run({ command, args, env });
  return childrenCpuSeconds() - before;
}
