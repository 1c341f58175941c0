import type {
  DescMessage,
  DescMethodUnary,
  Message,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";

/** The fields of a response; no promise if nothing had to be waited for. */
type Fields<Answer extends DescMessage> = MessageInitShape<Answer> | Promise<MessageInitShape<Answer>>;

export interface ServedMethod<Call = never> {
  readonly method: DescMethodUnary;
  readonly answer: (question: Message, call: Call) => Fields<DescMessage>;
}

/** Answers a request with the fields of the response. */
export type Operation<Method extends DescMethodUnary, Call> =
  Method extends DescMethodUnary<infer Question, infer Answer>
    ? (question: MessageShape<Question>, call: Call) => Fields<Answer>
    : never;

export function servedMethod<Question extends DescMessage, Answer extends DescMessage, Call>(
  method: DescMethodUnary<Question, Answer>,
  operation: (question: MessageShape<Question>, call: Call) => Fields<Answer>,
): ServedMethod<Call> {
  return { method, answer: (question, call) => operation(question as MessageShape<Question>, call) };
}
