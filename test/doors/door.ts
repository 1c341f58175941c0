// What the doors have in common, as a caller sees it: a method, a request, and either an answer or a fault.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";

/** A request that every door can carry. */
export interface DoorCall {
  readonly method: DescMethodUnary;
  /** In Protobuf JSON with proto names. Each door encodes it in its own way. */
  readonly request: JsonObject;
  readonly key: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The call is given up when this is aborted. */
  readonly signal?: AbortSignal;
}

/** An answer in the contract's JSON, whatever its encoding on the wire. */
export interface Answer {
  readonly kind: "answer";
  readonly body: unknown;
  readonly headers: Headers;
}

/** A refusal or failure. Every door reports all of these fields, unless a comment says otherwise. */
export interface Fault {
  readonly kind: "fault";
  /** The gRPC code in snake_case. */
  readonly code: string;
  /** The HTTP status, which only the REST door reports. */
  readonly status?: number;
  readonly sentence: string;
  /** The machine-readable reason. */
  readonly reason: string | undefined;
  readonly violations: readonly {
    readonly field: string;
    readonly description: string;
    readonly reason: string;
  }[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

export interface Door {
  readonly name: string;
  call(call: DoorCall): Promise<Answer | Fault>;
  close(): Promise<void>;
}
