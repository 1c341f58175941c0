// A method called as its route calls it, for whoever has a query: text in, text out.
import { create } from "@bufbuild/protobuf";
import { createContextValues, type ConnectError, type ContextKey, type Transport } from "@connectrpc/connect";
import { invalidArgument } from "../../fault.ts";
import type { MethodPlan } from "./method-plan.ts";

export interface PlanCallOptions {
  /** Called once a call; what it throws is the answer. */
  readonly transport: Transport;
  /**
   * Where the error of an unreadable query is put. The call is then made with an empty message, so that whoever checks
   * the key does so first and the error is thrown in its turn.
   */
  readonly unreadable: ContextKey<ConnectError | undefined>;
  /** Where the transport looks for the caller's address. */
  readonly peerAddress: ContextKey<string>;
}

/** Who calls, and until when. */
export interface CallCircumstances {
  readonly signal: AbortSignal;
  readonly header: Readonly<Record<string, string>>;
  readonly address: string;
}

export function createPlanCall(
  { method, parseQuery, writeJson }: MethodPlan,
  { transport, unreadable, peerAddress }: PlanCallOptions,
) {
  return async (query: string, { signal, header, address }: CallCircumstances) => {
    const parsed = parseQuery(query);
    const isRead = parsed.kind === "Parsed";
    const values = createContextValues().set(peerAddress, address);
    if (!isRead) values.set(unreadable, invalidArgument(parsed.violations));
    const asked = isRead ? parsed.message : create(method.input);
    const response = await transport.unary(method, signal, undefined, header, asked, values);
    return { text: writeJson(response.message, asked), header: response.header };
  };
}
