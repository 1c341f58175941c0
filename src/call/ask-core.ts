import type { DescMethodUnary, Message } from "@bufbuild/protobuf";
import type { MessageAnswer } from "./answer.ts";
import type { CallHead } from "./call.ts";

/** The part of a call that goes to a core. */
export interface CoreCall {
  readonly method: DescMethodUnary;
  readonly message: Message;
  readonly head: Partial<Pick<CallHead, "key" | "origin" | "requestId" | "address">>;
}

/** Asks a core. A failure that is not the core's own, such as a lost connection, is a ConnectError without a reason. */
export type AskCore<Answered = MessageAnswer> = (
  call: CoreCall,
  options: {
    /** The headers that continue its trace. */
    readonly traceHeaders: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
) => Promise<Answered>;
