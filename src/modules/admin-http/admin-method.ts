import type {
  DescMessage,
  DescMethodUnary,
  Message,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import type { createAdmin } from "../../accounts/admin.ts";

/** What a method gets besides the request: makes changes in the name of the token. */
export interface AdminCall {
  readonly admin: ReturnType<typeof createAdmin>;
}

/** A method of the administration, and what answers it with the fields of the response. */
export interface AdminMethod {
  readonly method: DescMethodUnary;
  readonly answer: (request: Message, call: AdminCall) => Promise<MessageInitShape<DescMessage>>;
}

export function adminMethod<Request extends DescMessage, Response extends DescMessage>(
  method: DescMethodUnary<Request, Response>,
  answer: (request: MessageShape<Request>, call: AdminCall) => Promise<MessageInitShape<Response>>,
): AdminMethod {
  return { method, answer: (request, call) => answer(request as MessageShape<Request>, call) };
}
