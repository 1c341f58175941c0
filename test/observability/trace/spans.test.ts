// What an operator's exporter receives if an SDK is registered. `node --import` registers it before the service starts.
import { Code } from "@connectrpc/connect";
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  StackContextManager,
  TracerProvider,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runInContext } from "../../../src/observability/trace/traced.ts";
import { METHODS } from "../../doors/methods.ts";
import { createRestCaller } from "../../doors/rest-caller.ts";
import { startTracedService } from "./traced-service.ts";

const method = METHODS.getForecast;
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CALLER_SPAN_ID = "b7ad6b7169203331";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
context.setGlobalContextManager(new StackContextManager().enable());
// Stands for the operator's own format of trace headers.
propagation.setGlobalPropagator({
  inject: (_context, carrier, setter) => setter.set(carrier, "x-mesh", "added"),
  extract: (context) => context,
  fields: () => ["x-mesh"],
});
const service = await startTracedService();
afterAll(service.stop);
let places = 0;

describe("with an SDK registered", () => {
  beforeEach(() => exporter.reset());

  /** Asks for a place that is not cached, unless `lat` is given. */
  const call = ({ lat = (places += 1), key = service.key } = {}) =>
    createRestCaller(service.ports.sidecar).call({
      method,
      request: { lat, lng: 67.891 },
      key,
      headers: { traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01` },
    });

  it("a call through a sidecar is four spans in one trace, each a child of the one before, without the call's place and key", async () => {
    await call();
    const spans = exporter.getFinishedSpans();
    const path = pathFrom(CALLER_SPAN_ID, spans);
    const rpc = {
      "rpc.system": "grpc",
      "rpc.service": "suitability.v1.ForecastService",
      "rpc.method": "GetForecast",
      "rpc.grpc.status_code": 0,
    };
    const name = "suitability.v1.ForecastService/GetForecast";
    expect(path.map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      { name, kind: SpanKind.SERVER, attributes: rpc },
      { name, kind: SpanKind.CLIENT, attributes: rpc },
      { name, kind: SpanKind.SERVER, attributes: rpc },
      {
        name: "GET open-meteo",
        kind: SpanKind.CLIENT,
        attributes: {
          "http.request.method": "GET",
          "http.response.status_code": 200,
          "peer.service": "open-meteo",
        },
      },
    ]);
    expect(spans).toHaveLength(path.length);
    expect(spans.flatMap(({ events }) => events)).toEqual([]);
    expect(path.every((span) => span.spanContext().traceId === TRACE_ID)).toBe(true);
    expect(path.every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true);
  });

  it("log lines and the request to the provider have the ids of the spans", async () => {
    service.lines.length = 0;
    await call();
    const [, , atCore, fetching] = pathFrom(CALLER_SPAN_ID, exporter.getFinishedSpans());
    const line = service.lines.find(({ msg }) => msg === "call");
    expect(line).toMatchObject({ trace_id: TRACE_ID, span_id: atCore?.spanContext().spanId });
    const { headers } = service.upstream.requests.at(-1) ?? {};
    expect(headers?.["traceparent"]).toBe(`00-${TRACE_ID}-${fetching?.spanContext().spanId}-01`);
    expect(headers?.["x-mesh"]).toBe("added");
  });

  it("a caller's mistake is an error of the client's span, not of the servers' spans", async () => {
    await call({ lat: 91 });
    const path = pathFrom(CALLER_SPAN_ID, exporter.getFinishedSpans());
    expect(path.map(outcomeOf)).toEqual([
      [Code.InvalidArgument, SpanStatusCode.UNSET],
      [Code.InvalidArgument, SpanStatusCode.ERROR],
      [Code.InvalidArgument, SpanStatusCode.UNSET],
    ]);
    exporter.reset();

    await call({ key: "wsk_mistyped" });
    expect(exporter.getFinishedSpans().map(outcomeOf)).toEqual([
      [Code.Unauthenticated, SpanStatusCode.UNSET],
    ]);
  });

  it("other instrumentation finds the context that work is done in", () => {
    const current = trace.setSpan(ROOT_CONTEXT, trace.getTracer("test").startSpan("work"));
    expect(runInContext(current, () => context.active())).toBe(current);
  });

  // This test comes last, because its provider stays out of order.
  it("a provider's failure is an error of every span, and the provider's span names the failure", async () => {
    service.upstream.behave({ kind: "answer", status: 500, body: "out of order" });
    await call();
    const path = pathFrom(CALLER_SPAN_ID, exporter.getFinishedSpans());
    const codes = [Code.Unavailable, Code.Unavailable, Code.Unavailable, undefined];
    expect(path.map(outcomeOf)).toEqual(codes.map((code) => [code, SpanStatusCode.ERROR]));
    expect(path[3]?.attributes["http.response.status_code"]).toBe(500);

    exporter.reset();
    service.upstream.behave({ kind: "cut", body: "{}" });
    await call();
    const fetching = exporter.getFinishedSpans().find(({ name }) => name === "GET open-meteo");
    expect(fetching).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { "error.type": "unreachable" },
    });
  });
});

/** The chain of spans under a parent: first the parent's child, then always the child of the span before. */
function pathFrom(parentId: string, spans: readonly ReadableSpan[]): readonly ReadableSpan[] {
  const child = spans.find(({ parentSpanContext }) => parentSpanContext?.spanId === parentId);
  return child === undefined ? [] : [child, ...pathFrom(child.spanContext().spanId, spans)];
}

function outcomeOf({ attributes, status }: ReadableSpan) {
  return [attributes["rpc.grpc.status_code"], status.code];
}
