// The containers of k8s/overlays/replicas as processes, each with the environment that Kubernetes would give it, on a
// database whose roles are made as docs/stores.md says.
import { expect, it, vi } from "vitest";
import { containersOf, environmentOf, specOf, type Container, type PodSpec } from "../k8s/pods.ts";
import { renderKustomization } from "../k8s/render-kustomization.ts";
import { encryptPostgres } from "../accounts/postgres/encrypt-postgres.ts";
import { HAS_OPENSSL } from "../doors/http/tls/certificate-authority.ts";
import { upstreamOfTest } from "../support/fakes/upstream-of-test.ts";
import { postgresServerOfTest } from "../support/programs/postgres-server-of-test.ts";
import { postgresCommand } from "../support/programs/postgres-command.ts";
import { isPostgresInstalled } from "../support/programs/postgres-server.ts";
import { ANY_PORTS, readyz, untilListening } from "../support/programs/program.ts";
import { createPostgresRoles, SECRETS } from "../support/fakes/stand-in-cluster/postgres-roles.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PATIENCE = { timeout: 30_000, interval: 100 };
const objects = renderKustomization(`${ROOT}k8s/overlays/replicas`);

function podOf(name: string): readonly Container[] {
  return containersOf(specOf<{ template: { spec: PodSpec } }>(objects, `Deployment/${name}`).template.spec);
}

it.skipIf(!isPostgresInstalled() || !HAS_OPENSSL)(
  "replicas are not ready until the owner has made the tables, and then serve keys that the owner's pod issues (skipped without PostgreSQL and openssl)",
  { timeout: 120_000 },
  async () => {
    const server = await postgresServerOfTest();
    const provider = await upstreamOfTest(openMeteoAnywhere(openMeteoPayload({ nowMs: Date.now() })));
    const programs = openPrograms();
    const ownersUrl = await createPostgresRoles(server.url);
    const { caFile } = await encryptPostgres({ sql: (text) => postgresCommand(server.url, text) });

    const start = (container: Container | undefined, args = container?.args, more = {}) => {
      const environment = environmentOf(container ?? {}, objects, (key) => SECRETS[key]);
      const { STORE_URL: storeUrl } = environment;
      const here = storeUrl?.replace(/@[^/]+/, `@localhost:${server.port}`);
      return programs.start(args ?? [], {
        ...environment,
        ...ANY_PORTS,
        OPEN_METEO_URL: provider.url,
        ...(here !== undefined && { STORE_URL: here, STORE_TLS_CA_FILE: caFile }),
        ...more,
      });
    };
    const [coreContainer, restContainer] = podOf("suitability");
    const [migrate, commands] = podOf("suitability-commands");

    const core = start(coreContainer);
    const corePorts = await untilListening(core);
    const rest = start(restContainer, undefined, { CORE_ADDRESS: `127.0.0.1:${corePorts.grpc}` });
    const restPorts = await untilListening(rest);
    expect(await readyz(restPorts)).toBe(503);
    expect((await fetch(`http://127.0.0.1:${corePorts.ops}/livez`)).status).toBe(200);

    expect(await start(migrate).ended).toBe(0);
    await vi.waitFor(async () => expect(await readyz(restPorts)).toBe(200), PATIENCE);

    const words = "accounts create --name Courts --plan growth --json".split(" ");
    const created = start(commands, words);
    expect(await created.ended).toBe(0);
    const { key } = JSON.parse(created.stdout) as { key: { api_key: string } };
    const { status } = await getForecast(restPorts.http, { key: key.api_key });
    expect(status).toBe(200);
    // The other replicas find the forecast that this replica has fetched: its role has the right to share it.
    const shared = () =>
      postgresCommand(ownersUrl, "SELECT place FROM shared_forecast WHERE forecast IS NOT NULL");
    await vi.waitFor(async () => expect(await shared()).toHaveLength(1), PATIENCE);

    // The pod that callers reach may not create accounts.
    const refused = start(coreContainer, words);
    expect(await refused.ended).toBe(1);
    expect(refused.stderr).toContain("permission denied");
  },
);
