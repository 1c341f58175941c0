import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Call, CallerPresence } from "../../call/call.ts";
import { type CallerAddressOf, callHeadOf } from "../http-call-head.ts";

/** All but the method and its question. */
export function callFromRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  callerAddress: CallerAddressOf,
): Omit<Call, "method" | "question"> {
  return { ...callHeadOf(request, callerAddress), presence: presenceBehind(reply) };
}

/** Gone when the caller leaves before the answer is out. */
function presenceBehind({ raw }: FastifyReply): CallerPresence {
  const presence = new CallerPresence();
  raw.once("close", () => {
    if (!raw.writableFinished) presence.leave(new ConnectError("the caller has left", Code.Canceled));
  });
  return presence;
}
