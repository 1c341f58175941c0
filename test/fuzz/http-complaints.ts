// What is wrong with an answer of the HTTP doors, whatever the request was.
import { fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { Code } from "@connectrpc/connect";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { FAULT_REASONS } from "../../src/errors/fault-reasons.ts";
import { leaksIn, type Complaint, type Tally } from "./fuzz-runs.ts";
import { headerOf, type HttpReply, type HttpRequest, type HttpSender } from "./http-exchange.ts";
import { parsed, plainBody, sentText, textOf, unpacked } from "./http-texts.ts";

const PROBLEM = "application/problem+json";

/** Every promise the answer breaks, in words. */
export type Judge = (request: HttpRequest, reply: HttpReply) => readonly string[];

/** A larger body is refused before it is read, and the connection may break while the rest of the body is sent. */
const BODY_BYTES_MAX = 65_536;

/** Sends a request and judges its answer. */
export async function complaintsAboutHttp(
  request: HttpRequest,
  {
    sender,
    judge,
    tally,
  }: { readonly sender: HttpSender; readonly judge: Judge; readonly tally: Pick<Tally, "add"> },
): Promise<readonly Complaint[]> {
  const { body, ...head } = request;
  const about = `${JSON.stringify(head)} ${Buffer.from(body?.subarray(0, 200) ?? []).toString("base64")}`;
  try {
    const reply = await sender.send(request);
    tally.add(reply.status);
    const answer = `${reply.status} ${reply.headers.join(" ")} ${reply.body.toString().slice(0, 300)}`;
    return judge(request, reply).map((promise) => ({ promise, about: `${about}\n→ ${answer}` }));
  } catch (error) {
    tally.add("no answer");
    // Bytes that are no request are answered before the method is known, so such an answer to HEAD has a body.
    const isHead = request.method === "HEAD" && String(error).includes("Parse Error");
    const mayBreak = isHead || (body?.length ?? 0) > BODY_BYTES_MAX;
    return mayBreak ? [] : [{ promise: String(error), about }];
  }
}

/** /v1, the dashboard and unknown paths: errors are problem documents. */
export const restComplaints: Judge = (request, reply) => [
  ...commonComplaints(request, reply),
  ...(isCall(request) || reply.status < 400 ? [] : problemComplaints(request, reply)),
];

/** Connect: errors are problem documents or Connect's own errors, and never blame the service. */
export const connectComplaints: Judge = (request, reply) => {
  const common = commonComplaints(request, reply);
  const type = headerOf(reply, "content-type");
  if (reply.status < 400 || request.method === "HEAD") return common;
  if (type?.startsWith(PROBLEM) === true) return [...common, ...problemComplaints(request, reply)];
  const { code, message, details } = parsed(plainBody(reply));
  const isConnectError =
    type === "application/json" && typeof code === "string" && typeof message === "string";
  if (!isConnectError) return [...common, "the error is neither a problem nor Connect's"];
  return isReason(reasonOf(details)) ? common : [...common, "the error has no reason"];
};

/** gRPC-Web: the status travels in the body, or in the headers. */
export const grpcWebComplaints: Judge = (request, reply) => {
  const common = commonComplaints(request, reply);
  if (reply.status !== 200)
    return [...common, ...(reply.status < 400 ? [] : problemComplaints(request, reply))];
  if (request.method !== "POST") return common;
  const [, status] = /grpc-status: ?(\d+)/.exec(textOf(reply)) ?? [];
  if (status === undefined) return [...common, "there is no grpc-status"];
  const isLate = Number(status) === Code.DeadlineExceeded && headerOf(request, "grpc-timeout") === undefined;
  // These say that the service is at fault.
  const isFaulty = isLate || [Code.Unknown, Code.Internal].includes(Number(status));
  return isFaulty ? [...common, `grpc-status is ${status}`] : common;
};

/** The operations port: judged only by what holds for every door. */
export const opsComplaints: Judge = (request, reply) => commonComplaints(request, reply);

/** Paths of methods belong to Connect, whose errors have a form of their own. */
const isCall = ({ path }: HttpRequest) => path.includes("/suitability.v1.");

function commonComplaints(request: HttpRequest, reply: HttpReply): string[] {
  const sent = sentText(request);
  // An ETag is a hash, which may spell anything.
  const said = reply.headers
    .filter(([name]) => name !== "etag")
    .map((pair) => pair.join(": "))
    .join("\n");
  const leaks = [
    ...leaksIn(said, sent),
    ...(hasOpenText(request, reply) ? [] : leaksIn(textOf(reply), sent)),
  ].filter((leak) => !unpacked(request).toLowerCase().includes(leak.toLowerCase().trim()));
  return [
    ...leaks.map((leak) => `it leaks ${JSON.stringify(leak)}`),
    ...(isAllowed(request, reply) ? [] : [`its status is ${reply.status}`]),
  ];
}

/** Whether the answer is a file or metrics, which may have words that an error must not have. */
function hasOpenText({ path }: HttpRequest, { status }: HttpReply): boolean {
  return status < 400 && !path.includes("/v1/") && !path.includes("/suitability.v1.");
}

function isAllowed(request: HttpRequest, reply: HttpReply): boolean {
  // 499 is for callers who have left, and these callers have not left.
  if (reply.status < 500) return reply.status >= 200 && reply.status !== 499;
  switch (reply.status) {
    case 503:
      return headerOf(reply, "retry-after") !== undefined;
    case 504:
      // Only a deadline that the caller has set can be over so early.
      return isCall(request) && headerOf(request, "connect-timeout-ms") !== undefined;
    case 501:
      // Connect writes `unimplemented` as 501 (https://connectrpc.com/docs/protocol/#error-codes): an unknown compression.
      return isCall(request) && parsed(plainBody(reply))["code"] === "unimplemented";
    default:
      return false;
  }
}

function problemComplaints({ method }: HttpRequest, reply: HttpReply): string[] {
  const type = headerOf(reply, "content-type");
  if (type?.startsWith(PROBLEM) !== true) return [`the error's type is ${type}`];
  if (method === "HEAD") return [];
  const problem = parsed(plainBody(reply));
  const isWhole =
    problem["status"] === reply.status &&
    typeof problem["detail"] === "string" &&
    /[.?]$/.test(problem["detail"]) &&
    typeof problem["code"] === "string" &&
    isReason(problem["reason"]);
  return [
    ...(isWhole ? [] : ["the problem is not whole"]),
    ...(problem["request_id"] === headerOf(reply, "x-request-id") ? [] : ["the request ids differ"]),
  ];
}

function isReason(value: unknown): boolean {
  return typeof value === "string" && Object.hasOwn(FAULT_REASONS, value);
}

/** The reason of a Connect error, from its details, which are base64 without padding. */
function reasonOf(details: unknown): string | undefined {
  const list = (Array.isArray(details) ? details : []) as { type?: unknown; value?: unknown }[];
  const info = list.find(({ type }) => type === "google.rpc.ErrorInfo");
  return info && fromBinary(ErrorInfoSchema, base64Decode(String(info.value))).reason;
}
