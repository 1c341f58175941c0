// Two instances are restarted one after the other while calls keep coming: none of them fails.
import { createServer, request as httpRequest } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { create, toBinary } from "@bufbuild/protobuf";
import { expect, it, vi } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { systemClock } from "../../src/clock.ts";
import { ANY_PORTS, startProgram, untilListening, type Program } from "../support/program.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

interface Instance {
  program: Program;
  readonly ports: { grpc: number; http: number; ops: number };
}

/** Longer than the balancer takes to notice. */
const DRAIN_DELAY_MS = 400;
const PROBE_MS = 50;

it(
  "a rolling restart under load fails no call, neither over HTTP nor over gRPC",
  { timeout: 60_000 },
  async () => {
    const folder = createTemporaryFolder();
    const settings = {
      STORE_URL: `sqlite:${folder.path}/accounts.db`,
      WEATHER_SOURCES: "simulated",
      LOG_LEVEL: "info",
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    };
    const instances: Instance[] = [];
    for (let i = 0; i < 2; i += 1) {
      const program = startProgram(["serve"], { ...ANY_PORTS, ...settings });
      instances.push({ program, ports: await untilListening(program) });
    }
    const key = await createKey(settings.STORE_URL);
    const balancer = await startBalancer(instances);
    const load = startLoad({
      key,
      httpPort: balancer.port,
      grpcPorts: instances.map(({ ports }) => ports.grpc),
    });

    for (const instance of instances) {
      const { grpc, http, ops } = instance.ports;
      instance.program.signal("SIGTERM");
      expect(await instance.program.ended).toBe(0);
      instance.program = startProgram(["serve"], {
        ...settings,
        GRPC_LISTEN: `127.0.0.1:${grpc}`,
        HTTP_LISTEN: `127.0.0.1:${http}`,
        OPS_LISTEN: `127.0.0.1:${ops}`,
      });
      await untilListening(instance.program);
      await balancer.untilAllReady();
      // What minReadySeconds is for: gRPC clients find an instance again when their reconnect backoff is over.
      await load.untilAnsweredBy(grpc);
    }
    const { answered, failures } = await load.stop();
    await balancer.close();
    for (const { program } of instances) {
      program.signal("SIGTERM");
      await program.ended;
    }
    folder.remove();

    expect(failures).toEqual([]);
    expect(answered.http).toBeGreaterThan(100);
    expect(answered.grpc).toBeGreaterThan(100);
  },
);

async function createKey(storeUrl: string): Promise<string> {
  const store = openStore(storeUrl, { clock: systemClock });
  const account = await store.createAccount({ name: "Test", plan: "internal", monthlyQuota: 10_000_000 });
  const issued = await issueApiKey({ store, accountId: account.id });
  await store.close();
  return issued?.apiKey ?? "";
}

/** Asks /readyz of each instance, and hands requests to those that are ready, in turn. */
async function startBalancer(instances: readonly Instance[]) {
  const ready = new Set(instances);
  const probe = async (instance: Instance) => {
    const isReady = await fetch(`http://127.0.0.1:${instance.ports.ops}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    ready[isReady ? "add" : "delete"](instance);
  };
  const probes = setInterval(() => instances.forEach(probe), PROBE_MS);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const instance = [...ready][turn % ready.size];
    const { url = "", headers } = incoming;
    const forward = httpRequest(
      { port: instance?.ports.http, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502);
        answer.pipe(outgoing);
      },
    );
    forward.on("error", (error) => outgoing.writeHead(502).end(error.message)).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    untilAllReady: async () => {
      while (ready.size < instances.length) {
        await Promise.all(instances.map(probe));
      }
    },
    close: async () => {
      clearInterval(probes);
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Four callers at each door, one call after the other, until they are stopped. */
function startLoad(options: { key: string; httpPort: number; grpcPorts: readonly number[] }) {
  const { key, httpPort, grpcPorts } = options;
  const answered = { http: 0, grpc: 0 };
  const answeredByPort = new Map<number, number>();
  const failures: string[] = [];
  const over = new AbortController();
  const addresses = grpcPorts.map((port) => `127.0.0.1:${port}`).join(",");
  const client = new Client(`ipv4:${addresses}`, credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 500,
  });

  const callHttp = async () => {
    const response = await fetch(`http://127.0.0.1:${httpPort}/v1/forecast?lat=1&lng=2&days=1`, {
      headers: { "x-api-key": key },
    });
    const text = await response.text();
    if (response.status === 200) {
      answered.http += 1;
    } else {
      failures.push(`http ${response.status}: ${text}`);
    }
  };
  const callGrpc = async () => {
    const { error, port } = await callForecast(client, key);
    if (error === undefined) {
      answered.grpc += 1;
      answeredByPort.set(port, (answeredByPort.get(port) ?? 0) + 1);
    } else {
      failures.push(`grpc ${error}`);
    }
  };
  const keepCalling = async (call: () => Promise<void>) => {
    while (!over.signal.aborted) {
      await call();
    }
  };
  const callers = [callHttp, callGrpc].flatMap((call) => Array.from({ length: 4 }, () => keepCalling(call)));

  return {
    untilAnsweredBy: async (grpcPort: number) => {
      const before = answeredByPort.get(grpcPort) ?? 0;
      await vi.waitFor(() => expect(answeredByPort.get(grpcPort)).toBeGreaterThan(before), {
        timeout: 20_000,
      });
    },
    stop: async () => {
      over.abort();
      await Promise.all(callers);
      client.close();
      return { answered, failures };
    },
  };
}

const same = (bytes: Buffer) => bytes;
const REQUEST = Buffer.from(
  toBinary(GetForecastRequestSchema, create(GetForecastRequestSchema, { lat: 1, lng: 2, days: 1 })),
);

/** What went wrong, if anything, and the port of the instance that answered. */
function callForecast(client: Client, key: string): Promise<{ error: string | undefined; port: number }> {
  const metadata = new Metadata();
  metadata.set("x-api-key", key);
  const { promise, resolve } = Promise.withResolvers<{ error: string | undefined; port: number }>();
  const path = "/suitability.v1.ForecastService/GetForecast";
  const options = { deadline: Date.now() + 5_000 };
  const call = client.makeUnaryRequest(path, same, same, REQUEST, metadata, options, (error) =>
    resolve({
      error: error === null ? undefined : `${error.code}: ${error.details}`,
      port: Number(call.getPeer().split(":").at(-1)),
    }),
  );
  return promise;
}
