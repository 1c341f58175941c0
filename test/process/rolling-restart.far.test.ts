// Two instances are restarted one after the other while calls keep coming: no call fails.
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { copyFileSync } from "node:fs";
import { create, toBinary } from "@bufbuild/protobuf";
import { Client, credentials } from "@grpc/grpc-js";
import { expect, it, onTestFinished, vi } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { unaryCall } from "../doors/grpc/unary-call.ts";
import { freePorts, listenAt, readyz, untilListening, type Program } from "../support/programs/program.ts";
import { getForecast, openPrograms } from "./open-programs.ts";

interface Instance {
  program: Program;
  readonly settings: Readonly<Record<string, string>>;
  readonly ports: { grpc: number; http: number; ops: number };
}

/** The default is longer than WITHDRAW_MS, because balancers are slow to withdraw an instance. */
const DRAIN_DELAY_MS = String(configFromEnvironment({}).drainDelayMs);
const WITHDRAW_MS = 2_500;
const PROBE_MS = 50;

/** The error after a long wait for the disk of a busy machine. Restarts do not cause it. */
const STORE_IS_LATE = /cannot check keys and quotas at the moment/;

it(
  "a rolling restart under load fails no call, neither over HTTP nor over gRPC",
  { timeout: 180_000 },
  async () => {
    const { folder, serve, createCaller } = openPrograms();
    const { key } = await createCaller();
    const instances: Instance[] = [];
    for (const name of ["first", "second"]) {
      // Each instance has a store of its own, so that they do not wait for each other's writes.
      copyFileSync(`${folder.path}/accounts.db`, `${folder.path}/${name}.db`);
      const ports = await freePorts();
      const settings = {
        STORE_URL: `sqlite:${folder.path}/${name}.db`,
        DRAIN_DELAY_MS,
        ...listenAt(ports),
      };
      const program = serve(settings);
      await untilListening(program);
      instances.push({ program, settings, ports });
    }
    const { ready, nextPort } = startBalancer(instances);
    const load = startLoad({ key, nextPort, grpcPorts: instances.map(({ ports }) => ports.grpc) });

    for (const instance of instances) {
      instance.program.signal("SIGTERM");
      expect(await instance.program.ended).toBe(0);
      instance.program = serve(instance.settings);
      await untilListening(instance.program);
      await vi.waitFor(() => expect(ready.size).toBe(2), { timeout: 60_000, interval: PROBE_MS });
      // This wait stands for minReadySeconds: gRPC clients find an instance again when their reconnect backoff is over.
      await instance.program.untilPrinted(/"code":"ok".*"request_id":"over-grpc"/);
    }
    const { answered, failures } = await load.stop();

    expect(failures).toEqual([]);
    expect(answered.http).toBeGreaterThan(100);
    expect(answered.grpc).toBeGreaterThan(100);
  },
);

/** Probes /readyz of each instance. `nextPort` takes them in turn, without those that were not ready for WITHDRAW_MS. */
function startBalancer(instances: readonly Instance[]) {
  const ready = new Set(instances);
  const readyAtMs = new Map<Instance, number>();
  const probe = async (instance: Instance) => {
    const status = await readyz(instance.ports).catch(() => 0);
    if (status === 200) readyAtMs.set(instance, performance.now());
    const isWithdrawn = performance.now() - (readyAtMs.get(instance) ?? 0) > WITHDRAW_MS;
    ready[isWithdrawn ? "delete" : "add"](instance);
  };
  const probes = setInterval(() => instances.forEach(probe), PROBE_MS);
  onTestFinished(() => clearInterval(probes));
  let turn = 0;
  return { ready, nextPort: () => [...ready][(turn += 1) % ready.size]?.ports.http ?? 0 };
}

const PATH = "/suitability.v1.ForecastService/GetForecast";
const REQUEST = toBinary(
  GetForecastRequestSchema,
  create(GetForecastRequestSchema, { lat: 1, lng: 2, days: 1 }),
);

/** Four callers at each door, one call after the other, until they are stopped. */
function startLoad(options: { key: string; nextPort: () => number; grpcPorts: readonly number[] }) {
  const { key, nextPort, grpcPorts } = options;
  const answered = { http: 0, grpc: 0 };
  const failures: string[] = [];
  const over = new AbortController();
  const addresses = grpcPorts.map((port) => `127.0.0.1:${port}`).join(",");
  const client = new Client(`ipv4:${addresses}`, credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 500,
  });
  const calls = {
    http: async () => {
      // fetch keeps its connections, as a balancer may do.
      const response = await getForecast(nextPort(), { key });
      const text = await response.text();
      return response.status === 200 ? undefined : `${response.status}: ${text}`;
    },
    grpc: async () => {
      const headers = { "x-api-key": key, "x-request-id": "over-grpc" };
      const { error } = await unaryCall(client, PATH, REQUEST, { headers });
      return error === null ? undefined : `${error.code}: ${error.details}`;
    },
  };
  const keepCalling = async (door: "http" | "grpc") => {
    while (!over.signal.aborted) {
      const failure = await calls[door]().catch(String);
      if (failure === undefined) answered[door] += 1;
      else if (!STORE_IS_LATE.test(failure)) failures.push(`${door} ${failure}`);
    }
  };
  const doors = ["http", "grpc"] as const;
  const callers = doors.flatMap((door) => Array.from({ length: 4 }, () => keepCalling(door)));
  return {
    stop: async () => {
      over.abort();
      await Promise.all(callers);
      client.close();
      return { answered, failures };
    },
  };
}
