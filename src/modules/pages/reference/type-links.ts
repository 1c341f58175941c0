// Where each type of the API is explained: with the only operation that has it, or among the shared types.
import { type ApiDocument, nameOfReference, type NamedOperation, type Schema } from "../api-document.ts";
import { escapeHtml } from "../page-words.ts";

export interface NamedType {
  readonly name: string;
  readonly schema: Schema;
}

export interface TypeLinks {
  /** The words for a reference, as a link to its type. */
  readonly linkHtml: ($ref: string) => string;
  /** The types that only this operation has, besides its answer: those that callers send, and those that they get. */
  readonly typesOf: (
    operation: NamedOperation,
  ) => Readonly<Record<"sent" | "received", readonly NamedType[]>>;
  readonly shared: readonly NamedType[];
}

/** What callers send lists everything that it may contain. */
export function isSent({ schema }: NamedType): boolean {
  return schema.additionalProperties === false;
}

/** The anchor of an operation: that of `/v1/bookings:review` is `bookings-review`. */
export function anchorOf({ path }: Pick<NamedOperation, "path">): string {
  return path.replace(/^\/v\d+\//, "").replaceAll(/\W+/g, "-");
}

export function answerAnchorOf(operation: Pick<NamedOperation, "path">): string {
  return `${anchorOf(operation)}.answer`;
}

export function typeLinks(
  operations: readonly NamedOperation[],
  { schemas }: ApiDocument["components"],
): TypeLinks {
  const answers = new Map(operations.map((operation) => [answerOf(operation), operation]));
  /** The operations that have each type, which comes after the types that have it. */
  const users = new Map<string, NamedOperation[]>();
  for (const used of operations) {
    for (const name of ownTypes(used, { schemas, isAnswer: (type) => answers.has(type) })) {
      users.set(name, [...(users.get(name) ?? []), used]);
    }
  }
  const typesWith = (isWanted: (users: readonly NamedOperation[]) => boolean) =>
    [...users].flatMap(([name, having]) => {
      const schema = schemas[name];
      return schema !== undefined && isWanted(having) ? [{ name, schema }] : [];
    });
  return {
    linkHtml: ($ref) => {
      const name = nameOfReference($ref);
      const answered = answers.get(name);
      return answered === undefined
        ? `<a href="#${name}">${name}</a>`
        : `<a href="#${answerAnchorOf(answered)}">the answer of ${escapeHtml(answered.path)}</a>`;
    },
    typesOf: (operation) => {
      const own = typesWith(([first, ...others]) => first === operation && others.length === 0);
      return { sent: own.filter(isSent), received: own.filter((type) => !isSent(type)) };
    },
    shared: typesWith(({ length }) => length > 1),
  };
}

function answerOf({ operation }: NamedOperation): string {
  return nameOfReference(operation.responses[200].content["application/json"].schema.$ref ?? "");
}

/** The names of the types that a request or an answer has, also within others; not those within the answer of another operation. */
function ownTypes(
  named: NamedOperation,
  {
    schemas,
    isAnswer,
  }: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly isAnswer: (name: string) => boolean;
  },
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (schema === undefined) return;
    const name = nameOfReference(schema.$ref ?? "");
    if (name !== "" && !found.has(name) && !isAnswer(name)) {
      found.add(name);
      visit(schemas[name]);
    }
    visit(schema.items);
    for (const property of Object.values(schema.properties ?? {})) visit(property);
  };
  visit(named.operation.requestBody?.content["application/json"].schema);
  visit(schemas[answerOf(named)]);
  return found;
}
