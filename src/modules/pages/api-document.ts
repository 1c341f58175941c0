// /openapi.json, as far as pages and texts are made from it.

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<HttpMethod, Operation>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ErrorResponse>>;
  };
}

export type HttpMethod = "get" | "post";

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": Content } };
  /** Those of errors are references. */
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>> & { readonly 200: Answer };
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Choice>>;
}

export interface Choice {
  readonly value: string;
  readonly summary: string;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Answer {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content: { readonly "application/json": Content };
}

export interface Header {
  readonly description: string;
  readonly example?: string;
}

export interface ErrorResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header>>;
  readonly content: {
    readonly "application/problem+json": {
      readonly examples: Readonly<Record<string, { readonly value: { readonly status: number } }>>;
    };
  };
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly (string | number)[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface NamedOperation {
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf({ paths }: ApiDocument): readonly NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method as HttpMethod,
      path,
      operation,
    })),
  );
}

/** The name of the schema or response that a reference leads to. */
export function nameOfReference($ref: string): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
