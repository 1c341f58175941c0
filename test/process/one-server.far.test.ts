// Runs the commands of docs/one-server.md, except apt-get, on a stand-in machine with its own systemd.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetForecastRequestSchema, GetForecastResponseSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { sqliteSteps } from "../../src/accounts/sqlite/schema.ts";
import { loadTables } from "../../src/app/open-store.ts";
import { canStartMachine, startSystemdMachine } from "../support/programs/systemd-machine.ts";
import { createTemporaryFolder, type TemporaryFolder } from "../support/programs/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const PAGE = readFileSync(join(ROOT, "docs/one-server.md"), "utf8");
const HOST = "weather.court.example";

const sources = () =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });

/** The sources as they are now, in a repository without a tag, and a newer version in its branch `next`. */
function makeRepository(path: string): void {
  for (const file of sources().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(ROOT, file), join(path, file));
  }
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@court.example", ...args], { cwd: path });
  git("init", "--quiet", "--initial-branch=main");
  for (const [branch, version] of [
    ["main", "0.2.0"],
    ["next", "0.3.0"],
  ] as const) {
    if (branch !== "main") git("checkout", "--quiet", "-b", branch);
    const manifest = readFileSync(join(path, "package.json"), "utf8");
    writeFileSync(
      join(path, "package.json"),
      manifest.replace(/"version": "[^"]*"/, `"version": "${version}"`),
    );
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", version);
  }
  git("checkout", "--quiet", "main");
}

/** The `sh` blocks of the section with this heading, without installations of Debian packages. */
function commandsBelow(heading: string): readonly string[] {
  const [, section = ""] = new RegExp(`^## ${heading}\n(.*?)(?=^## |(?![^]))`, "ms").exec(PAGE) ?? [];
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = ""]) => commands);
  expect(blocks).not.toEqual([]);
  // The machine has the packages of its host, and no network to install others from.
  return blocks.filter((commands) => !commands.startsWith("apt-get "));
}

const CALL = `
  const { Client, credentials, Metadata } = await import("@grpc/grpc-js");
  const [host, ca, key, question] = process.argv.slice(1);
  const names = { "grpc.ssl_target_name_override": host, "grpc.default_authority": host };
  const client = new Client("127.0.0.1:443", credentials.createSsl(Buffer.from(ca)), names);
  const metadata = new Metadata();
  metadata.set("x-api-key", key);
  const asItIs = (bytes) => bytes;
  const method = "/suitability.v1.ForecastService/GetForecast";
  client.makeUnaryRequest(method, asItIs, asItIs, Buffer.from(question, "base64"), metadata, (error, answer) => {
    if (error) throw error;
    console.log(answer.toString("base64"));
    client.close();
  });
`;

describe.skipIf(!canStartMachine() || !existsSync("/usr/bin/caddy"))(
  "docs/one-server.md (skipped unless root, systemd, namespaces and Caddy are there)",
  () => {
    let machine: Awaited<ReturnType<typeof startSystemdMachine>>;
    let folder: TemporaryFolder;
    /** Lines that run before every script of the page. */
    let given = `HOST=${HOST}\n`;
    let key = "";

    const run = (commands: string) =>
      machine.run(given + commands.replaceAll("REPOSITORY", `file://${folder.path}`));
    const follow = async (heading: string) => {
      const said: string[] = [];
      for (const commands of commandsBelow(heading)) said.push(await run(commands));
      return said.join("\n");
    };

    beforeAll(async () => {
      folder = createTemporaryFolder();
      makeRepository(folder.path);
      // npm installs from its cache, which has the packages of this checkout.
      const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
      machine = await startSystemdMachine({ npm_config_cache: cache, npm_config_offline: "true" });
      await machine.run(`echo "127.0.0.1 ${HOST}" >> /etc/hosts; systemctl start caddy`);
    }, 60_000);
    afterAll(async () => {
      await machine.stop();
      folder.remove();
    }, 30_000);

    it("installs the version, its certificate and the first key", { timeout: 180_000 }, async () => {
      const [, copy = ""] = /`([^`]*CHECKOUT[^`]*)`/.exec(PAGE) ?? [];
      const [, copied = ""] = /(\S+)$/.exec(copy) ?? [];
      await run(copy.replace("CHECKOUT", folder.path));
      await run(`test -f ${copied}/deploy/one-server/install.sh; rm --recursive ${copied}`);
      const [install = "", caddy = "", account = "", ask = "", ...more] = commandsBelow("Install");
      expect(more).toEqual([]);
      expect(await run(install)).toContain(
        `Version 0.2.0 is in service. The store is up to date: its tables are of version ${sqliteSteps((await loadTables()).steps.sqlite).length}.`,
      );
      await run(caddy);
      // The machine has no network: Caddy is its own certificate authority, and the weather is simulated.
      await run(`
      sed -i "1i {\\n local_certs\\n skip_install_trust\\n}" /etc/caddy/Caddyfile
      systemctl reload caddy
      sed -i "s/^WEATHER_SOURCES=.*/WEATHER_SOURCES=simulated/" /etc/suitability/settings.env`);
      await run(commandsBelow("Settings").join("\n"));
      [key = ""] = /wsk_\w{38}/.exec(await run(account)) ?? [];
      given += `KEY=${key}\nexport CURL_CA_BUNDLE=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt\n`;
      expect(JSON.parse(await run(ask))).toMatchObject({ hours: { length: 24 } });
      expect(await run("suitability audit")).toMatch(/ root@\S+ +accounts create /);
    });

    it("answers gRPC on the same port, and learns each caller's own address", async () => {
      const ca = await run("cat $CURL_CA_BUNDLE");
      const question = create(GetForecastRequestSchema, { lat: 51.5, lng: -0.1, days: 1 });
      const asked = Buffer.from(toBinary(GetForecastRequestSchema, question)).toString("base64");
      const node = [process.execPath, "--input-type=module", "--eval", CALL];
      const answer = Buffer.from(await machine.runOnItsNetwork([...node, HOST, ca, key, asked]), "base64");
      expect(fromBinary(GetForecastResponseSchema, answer).hours).toHaveLength(24);
      // Otherwise all callers would have Caddy's address.
      expect(await follow("Log and metrics")).not.toContain("X-Forwarded-For is not believed");
    });

    it("is reached through Caddy alone", async () => {
      const listening = await run("ss --no-header --listening --numeric --tcp");
      const doors = [...listening.matchAll(/ (\S+):(8080|50051|9464) /g)].map(([, address, port]) => [
        port,
        address,
      ]);
      expect(Object.fromEntries(doors)).toEqual({ 8080: "127.0.0.1", 50051: "127.0.0.1", 9464: "127.0.0.1" });
      const status = "--silent --output /dev/null --write-out '%{http_code}'";
      expect(await run(`curl ${status} https://$HOST/metrics`)).toBe("404");
    });

    it("compresses answers in Caddy, and sends pages as the service has compressed them", async () => {
      const codingOf = (path: string) =>
        run(
          "curl --silent --output /dev/null --write-out '%header{content-encoding}' -H 'Accept-Encoding: br, gzip' " +
            `-H "X-API-Key: $KEY" "https://$HOST${path}"`,
        );
      expect(await codingOf("/v1/forecast?lat=51.5&lng=-0.1&days=7")).toBe("gzip");
      expect(await codingOf("/docs")).toBe("br");
    });

    it("is as confined as the page says", async () => {
      const [, most = ""] = /exposure of at most (\d+\.\d)/.exec(PAGE) ?? [];
      for (const unit of ["suitability", "suitability-backup"]) {
        await run(`systemd-analyze security --threshold=${Number(most) * 10} ${unit}.service > /dev/null`);
        expect(await run(`systemd-analyze verify ${unit}.service 2>&1`)).toBe("");
      }
      const pid = "/proc/$(systemctl show --property MainPID --value suitability)";
      expect(await run(`grep -E "^(CapEff|NoNewPrivs|Seccomp):" ${pid}/status`)).toBe(
        "CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n",
      );
    });

    it("answers every call during a restart", { timeout: 60_000 }, async () => {
      const codes = await run(`
      for i in $(seq 30); do
        curl --silent --output /dev/null --write-out '%{http_code}\\n' -H "X-API-Key: $KEY" "https://$HOST/v1/forecast?lat=51.5&lng=-0.1&days=1"
        sleep 0.05
      done &
      ${commandsBelow("Settings").join("\n")}
      wait`);
      expect(codes.trim().split("\n")).toEqual(Array.from({ length: 30 }, () => "200"));
    });

    it("shows its state, its log of calls and its metrics", async () => {
      const said = await follow("Log and metrics");
      expect(said).toContain("Active: active (running)");
      expect(said).toMatch(/"msg":"call"/);
      expect(said).toContain('{"status":"ready"}');
      expect(said).toContain('suitability_build_info{version="0.2.0"');
    });

    it(
      "backs up, upgrades, refuses the older version on newer tables, and restores the backup",
      { timeout: 180_000 },
      async () => {
        await run(`git -C ${folder.path} merge --quiet --ff-only next`);
        expect(await follow("Back up")).toMatch(/Backed up to \S+: accounts: 1, version of the tables: \d/);
        const [upgrade = "", versions = "", back = ""] = commandsBelow("Upgrade, and back");
        expect(await run(upgrade)).toMatch(
          /-before-2026-12-20\.db: accounts: 1,.*Version 0\.3\.0 is in service/s,
        );
        expect(await run(versions)).toMatch(/^0\.3\.0\n.*tables are of version \d/);

        // The tables as 0.3.0 would leave them if 0.2.0 could not use them any more.
        await run(`
      suitability accounts create --name "Since the upgrade" --plan free > /dev/null
      systemctl stop suitability
      node=/opt/suitability/current/node/bin/node
      $node -e 'new (require("node:sqlite").DatabaseSync)("/var/lib/suitability/suitability.db").exec("UPDATE store_state SET version = 9, lowest_version = 9")'`);
        const refused = await run(`${back.trim()} 2>&1 || true`);
        expect(refused).toContain("it was written by a newer version of this program");
        expect(refused).toContain("Version 0.2.0 does not start.");

        const [, before = ""] = /^```\n(BACKUP=.*?)^```/ms.exec(PAGE) ?? [];
        const [restore = ""] = commandsBelow("Restore");
        const restored = await run(before + restore.replace(/^BACKUP=.*\n/, ""));
        expect(restored).toContain("Court Finder");
        expect(restored).not.toContain("Since the upgrade");
        expect(await run("suitability --version")).toBe("0.2.0\n");
        expect(await run(commandsBelow("Install").at(-1) ?? "")).toContain("hours");
      },
    );
  },
);
