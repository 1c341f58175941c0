// Odd forms that a grammar allows are taken at every door; near misses are not.
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { forecastMessage, GET_FORECAST } from "../doors/grpc/raw-call.ts";
import { fuzz, FUZZ_TIMEOUT_MS, RUNS } from "./fuzz-runs.ts";
import { useFuzzTarget } from "./fuzz-target.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { createHttpSender, type HttpRequest } from "./http-exchange.ts";
import {
  bearerForms,
  formComplaints,
  gzipForms,
  grpcTimeoutForms,
  jsonForms,
  jsonTypeForms,
  numberForms,
  timeForms,
  type WrittenForm,
} from "./written-forms.ts";

const START_MS = Date.UTC(2026, 10, 22, 14, 30);
const CONNECT_REVIEW = "/suitability.v1.BookingConfidenceService/ReviewBookings";
const JSON_TYPE = ["content-type", "application/json"] as const;

interface FormRequest {
  readonly request: HttpRequest;
  readonly form: WrittenForm;
}

describe("a form that its grammar allows is taken, and no other", { timeout: FUZZ_TIMEOUT_MS }, () => {
  const suite = useFuzzTarget();
  let key = "";
  beforeAll(() => {
    key = suite.target.keys.good;
  });

  /** Sends each request to the service and to its sidecar, which must take allowed forms and refuse the others. */
  const judge = async (requests: fc.Arbitrary<FormRequest>) => {
    const { http, sidecar } = suite.target.ports;
    const senders = [http, sidecar].map(createHttpSender);
    const run = fuzz(requests, RUNS, async (batch) => {
      suite.target.passSecond();
      const complaints = batch.flatMap(({ request, form }) =>
        senders.map(async (sender) => {
          const { status, body } = await sender.send(request);
          return formComplaints(form, status === 200, `${status} ${body.toString()}`);
        }),
      );
      return (await Promise.all(complaints)).flat();
    });
    await run.finally(() => senders.forEach((sender) => sender.close()));
    await suite.target.expectUnharmed();
  };

  const QUERY = { lat: "51.5", lng: "-0.125", start_time: "2026-11-22T14:30:00Z", duration_minutes: "60" };
  const get = (headers: HttpRequest["headers"], query = QUERY): HttpRequest => ({
    method: "GET",
    path: `/v1/booking-confidence?${new URLSearchParams(query)}`,
    headers: [["host", "a"], ...headers],
  });

  it.each([
    { what: "a time", forms: timeForms(START_MS), name: "start_time" },
    { what: "a number", forms: numberForms(51.5), name: "lat" },
    { what: "a negative number", forms: numberForms(-0.125), name: "lng" },
  ])("in a query: $what", async ({ forms, name }) => {
    const requests = forms.map((form) => ({
      form,
      request: get([["x-api-key", key]], { ...QUERY, [name]: form.text }),
    }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  const BOOKING = { ref: "b-1", lat: 51.5, lng: -0.125, start_time: QUERY.start_time, duration_minutes: 60 };
  const post = (body: string, headers: HttpRequest["headers"] = [JSON_TYPE]): HttpRequest => ({
    method: "POST",
    path: "/v1/bookings:review",
    headers: [["host", "a"], ["x-api-key", key], ...headers],
    body: Buffer.from(body),
  });
  const bodyWith = (name: string, json: string) =>
    `{"bookings": [${JSON.stringify(BOOKING).replace(new RegExp(`("${name}":)[^,}]*`), `$1${json}`)}]}`;

  it.each([
    { what: "a time", forms: timeForms(START_MS), name: "start_time", write: JSON.stringify },
    { what: "a number", forms: numberForms(51.5), name: "lat", write: String },
    { what: "a whole number", forms: numberForms(60), name: "duration_minutes", write: String },
  ])("in a body: $what", async ({ forms, name, write }) => {
    const requests = forms.map((form) => ({ form, request: post(bodyWith(name, write(form.text))) }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it("in a body: whitespace and escapes", async () => {
    const bodies = jsonForms({ bookings: [BOOKING] }).map((text) => ({
      form: { text, isAllowed: true, grammar: "RFC 8259, sections 2 and 7" },
      request: post(text),
    }));
    await expect(judge(bodies)).resolves.toBeUndefined();
  });

  it.each([
    { what: "/v1", path: "/v1/bookings:review" },
    { what: "Connect", path: CONNECT_REVIEW },
  ])("in Content-Type of $what", async ({ path }) => {
    const body = JSON.stringify({ bookings: [BOOKING] });
    const requests = jsonTypeForms.map((form) => ({
      form,
      request: { ...post(body, [["content-type", form.text]]), path },
    }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it("in Authorization", async () => {
    const requests = bearerForms(key).map((form) => ({ form, request: get([["authorization", form.text]]) }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it("in Content-Encoding of Connect", async () => {
    const body = gzipSync(JSON.stringify({ bookings: [BOOKING] }));
    const requests = gzipForms.map((form) => ({
      form,
      request: { ...post("", [JSON_TYPE, ["content-encoding", form.text]]), body, path: CONNECT_REVIEW },
    }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it("in Authorization that comes twice", async () => {
    const good = `Bearer ${key}`;
    const second = fc.constantFrom("", good, "Basic a", "Bearer a", `Bearer ${createApiKey()}`);
    const requests = fc.tuple(second, fc.boolean()).map(([other, isFirst]) => {
      const lines = isFirst ? [other, good] : [good, other];
      // RFC 9110, section 5.3: lines of the same name are one list.
      const isAllowed = !other.startsWith("Bearer wsk_") || other === good;
      return {
        form: { text: lines.join(", "), isAllowed, grammar: "RFC 9110, section 5.3" },
        request: get(lines.map((line) => ["authorization", line])),
      };
    });
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it.each([
    { what: "a time", forms: timeForms(START_MS), name: "start_time", write: JSON.stringify },
    { what: "a number", forms: numberForms(51.5), name: "lat", write: String },
  ])("over Connect: $what", async ({ forms, name, write }) => {
    // Connect's own reader takes 24:00. It takes no lower-case letters in times, and at most nine digits of a fraction.
    const requests = forms
      .filter(({ text, isAllowed }) => (isAllowed ? !/[tz]|\.\d{10}/.test(text) : !text.includes("T24:")))
      .map((form) => ({
        form,
        request: { ...post(bodyWith(name, write(form.text))), path: CONNECT_REVIEW },
      }));
    await expect(judge(requests)).resolves.toBeUndefined();
  });

  it("over gRPC: a timeout", async () => {
    const body = forecastMessage({ lat: 51.5, lng: -0.125, days: 1 });
    const run = fuzz(grpcTimeoutForms, RUNS, async (batch) => {
      const fixed = {
        ":method": "POST",
        ":path": GET_FORECAST,
        "content-type": "application/grpc",
        te: "trailers",
      };
      const calls = batch.map(({ text }) => ({
        headers: { ...fixed, "x-api-key": key, "grpc-timeout": text },
        body,
        ending: "end" as const,
      }));
      const replies = await exchangeGrpc(suite.target.ports.grpc, calls);
      return batch.flatMap((form, i) => {
        const reply = replies[i];
        const status = reply instanceof Error ? reply.message : reply?.grpcStatus;
        return formComplaints(form, status === "0", String(status));
      });
    });
    await expect(run).resolves.toBeUndefined();
  });
});
