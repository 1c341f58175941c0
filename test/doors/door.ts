// What the doors have in common, as a caller sees it: a method, a request, and either an answer or a fault.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";

/** A request that every door can carry. */
export interface DoorCall {
  readonly method: DescMethodUnary;
  /** In Protobuf JSON with proto names; lists as lists. Each door writes it in its own way. */
  readonly request: JsonObject;
  readonly key: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted to give the call up. */
  readonly signal?: AbortSignal;
}

/** An answer in the JSON of the contract, whatever it travelled as. */
export interface Answer {
  readonly kind: "answer";
  readonly body: unknown;
  readonly headers: Headers;
}

/** A refusal or failure, reduced to what every door has to tell. */
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
