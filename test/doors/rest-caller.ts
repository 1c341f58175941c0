import { getOption, type JsonObject } from "@bufbuild/protobuf";
import { http } from "#gen/google/api/annotations_pb.ts";
import { withWords } from "./contract-json.ts";
import type { Door, DoorCall, Fault } from "./door.ts";

/** /v1 as a booking site calls it: GET with a query string or POST with JSON, and JSON or problem+json back. */
export function createRestCaller(port: number): Door {
  return {
    name: "rest",
    call: async ({ method, request, key, headers = {}, signal = null }) => {
      const { pattern } = getOption(method, http);
      const url = `http://127.0.0.1:${port}${String(pattern.value)}`;
      const sent = { ...headers, ...(key !== undefined && { "x-api-key": key }) };
      const response =
        pattern.case === "post"
          ? await fetch(url, {
              method: "POST",
              headers: { ...sent, "content-type": "application/json" },
              body: JSON.stringify(withWords(request)),
              signal,
            })
          : await fetch(`${url}?${queryString(request)}`, { headers: sent, signal });
      const body: unknown = await response.json();
      return response.ok
        ? { kind: "answer", body, headers: response.headers }
        : fault(response, body as JsonObject);
    },
    close: async () => undefined,
  };
}

function queryString(request: DoorCall["request"]): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      query.append(name, String(item));
    }
  }
  return query.toString();
}

function fault(response: Response, problem: JsonObject): Fault {
  const retryAfter = response.headers.get("retry-after");
  return {
    kind: "fault",
    code: String(problem["code"]),
    status: response.status,
    sentence: String(problem["detail"]),
    reason: problem["reason"] as string | undefined,
    violations: (problem["violations"] ?? []) as unknown as Fault["violations"],
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    requestId: problem["request_id"] as string | undefined,
    headers: response.headers,
  };
}
