// Whatever is refused, and whoever refuses it, leaves with a reason of the table.
import { fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { describe, expect, it, vi } from "vitest";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { StatusSchema } from "#gen/google/rpc/status_pb.ts";
import { createMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { startTestService } from "../support/test-service.ts";
import { useTestService } from "../support/use-test-service.ts";

const PATH = "/suitability.v1.ForecastService/GetForecast";
const JSON_TYPE = { "content-type": "application/json" };
const WEB_TYPE = { "content-type": "application/grpc-web+json" };
const REQUEST = '{"lat": 1, "lng": 2, "days": 1}';

/** A message of gRPC-Web: flag and length before it. */
const framed = (message: string) => Uint8Array.of(0, 0, 0, 0, message.length, ...Buffer.from(message));

const CASES = [
  { name: "a body that is no JSON", body: "{", reason: "UNREADABLE_MESSAGE" },
  { name: "a misspelt field", body: '{"lat": 1, "lng": 2, "day": 5}', reason: "UNREADABLE_MESSAGE" },
  { name: "a value of another type", body: '{"lat": "north"}', reason: "UNREADABLE_MESSAGE" },
  { name: "a value out of range", body: '{"lat": 91, "lng": 0}', reason: "INVALID_PARAMETER" },
  { name: "a deadline that is over", headers: { "connect-timeout-ms": "0" }, reason: "DEADLINE_EXCEEDED" },
  { name: "a deadline that is none", headers: { "connect-timeout-ms": "x" }, reason: "UNREADABLE_MESSAGE" },
  {
    name: "an unknown compression",
    headers: { "content-encoding": "snappy" },
    reason: "UNSUPPORTED_COMPRESSION",
  },
  {
    name: "a type that is none of Connect's",
    headers: { "content-type": "text/plain" },
    reason: "UNSUPPORTED_MEDIA_TYPE",
  },
] as const satisfies readonly {
  name: string;
  body?: string;
  headers?: Record<string, string>;
  reason: string;
}[];

describe("a reason", () => {
  const used = useTestService();

  const post = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`http://127.0.0.1:${used().service.ports.http}${PATH}`, {
      method: "POST",
      headers: { "x-api-key": used().key, ...headers },
      body,
    });

  it.each(CASES)("stands in Connect's refusal of $name", async (refused) => {
    const { body = REQUEST, headers = {}, reason } = { body: undefined, headers: undefined, ...refused };
    const response = await post({ ...JSON_TYPE, ...headers }, body);
    expect(reasonIn(await response.json())).toBe(reason);
  });

  it.each([
    { name: "a body that is no JSON", body: framed("{"), headers: {}, reason: "UNREADABLE_MESSAGE" },
    {
      name: "a deadline that is none",
      body: framed(REQUEST),
      headers: { "grpc-timeout": "x" },
      reason: "UNREADABLE_MESSAGE",
    },
    {
      name: "an unknown compression",
      body: framed(REQUEST),
      headers: { "grpc-encoding": "snappy" },
      reason: "UNSUPPORTED_COMPRESSION",
    },
  ])("stands in gRPC-Web's refusal of $name", async ({ body, headers, reason }) => {
    const response = await post({ ...WEB_TYPE, ...(headers as Record<string, string>) }, body);
    const trailers =
      response.headers.get("grpc-status-details-bin") ??
      /grpc-status-details-bin: (\S+)/.exec(await response.text())?.[1];
    const { details } = fromBinary(StatusSchema, base64Decode(trailers ?? ""));
    const info = details.find(({ typeUrl }) => typeUrl.endsWith("/google.rpc.ErrorInfo"));
    expect(info && fromBinary(ErrorInfoSchema, info.value).reason).toBe(reason);
  });
});

describe("a call that its caller gave up", () => {
  it("is logged with the reason CANCELED, by a sidecar too", async () => {
    const lines: { msg: string; reason?: string }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
    const upstream = await createMisbehavingUpstream({ kind: "silent" });
    const service = await startTestService(
      { weatherSources: ["open-meteo"], openMeteoUrl: upstream.url, logLevel: "info" },
      { destination },
    );
    const { key } = await service.createCaller();
    const gone = new AbortController();
    const call = fetch(`http://127.0.0.1:${service.ports.sidecar}/v1/forecast?lat=1&lng=2`, {
      headers: { "x-api-key": key },
      signal: gone.signal,
    }).catch(() => "gone");
    await vi.waitFor(() => expect(upstream.requests).toHaveLength(1), { timeout: 15_000 });
    gone.abort();
    expect(await call).toBe("gone");
    await vi.waitFor(() => {
      const reasons = lines.filter(({ msg }) => msg === "call").map(({ reason }) => reason);
      expect(reasons).toEqual(["CANCELED", "CANCELED"]);
    });
    await upstream.close();
    await service.stop();
  });
});

/** Of a problem document, or of an error of Connect's. */
function reasonIn(body: unknown): string | undefined {
  const { reason, details = [] } = body as { reason?: string; details?: { type: string; value: string }[] };
  const info = details.find(({ type }) => type === "google.rpc.ErrorInfo");
  return reason ?? (info && fromBinary(ErrorInfoSchema, base64Decode(info.value)).reason);
}
