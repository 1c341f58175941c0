import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";

export interface ServedMethod<Call = never> {
  readonly method: DescMethodUnary;
  readonly answer: (question: Message, call: Call) => Promise<Message>;
}

/** Answers a request with the fields of the response. */
export type Operation<Method extends DescMethodUnary, Call> =
  Method extends DescMethodUnary<infer Question, infer Answer>
    ? (question: MessageShape<Question>, call: Call) => Promise<MessageInitShape<Answer>>
    : never;

export function servedMethod<Question extends DescMessage, Answer extends DescMessage, Call>(
  method: DescMethodUnary<Question, Answer>,
  operation: (question: MessageShape<Question>, call: Call) => Promise<MessageInitShape<Answer>>,
): ServedMethod<Call> {
  return {
    method,
    answer: async (question, call) =>
      create(method.output, await operation(question as MessageShape<Question>, call)),
  };
}
