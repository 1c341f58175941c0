// Files that programs look for at a known address: /llms.txt, /robots.txt, /favicon.ico.
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "../../doors/rest/door.ts";
import { createSendFile } from "../../doors/rest/send-file.ts";
import { VERDICT_TABLE } from "../../scoring/verdicts.ts";
import { builtFile, mountFiles, STRICT_HEADERS } from "./mount-files.ts";
import type { PageBrand } from "./page-words.ts";

/** There is nothing to find under /v1 without a key. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\n";

/** For Markdown too: some browsers would download it otherwise. */
const TEXT = "text/plain; charset=utf-8";

/** Like /openapi.json, from which it is made. */
const CACHED = "max-age=3600";

export function mountTexts(
  app: FastifyInstance,
  {
    openApi,
    brand,
    forModels,
  }: {
    readonly openApi: OpenApiDocument;
    readonly brand: PageBrand;
    /** Paragraphs about other ways to call. */
    readonly forModels: readonly string[];
  },
): void {
  const icon = { path: "/favicon.ico", file: builtFile("icon.svg") };
  mountFiles(app, { files: [icon], headers: STRICT_HEADERS, brand });
  const texts = [
    { path: "/llms.txt", text: async () => llmsText(await openApi(), forModels) },
    { path: "/robots.txt", text: async () => ROBOTS },
  ];
  for (const { path, text } of texts) {
    const read = async () => Buffer.from(await text());
    app.get(path, createSendFile({ read, type: TEXT, headers: STRICT_HEADERS, cached: CACHED }));
  }
}

/** The parts of the document that are read. */
interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

const CAUTION = VERDICT_TABLE.proceed_with_caution;

const CALLING = `Each operation is a GET with query parameters, or a POST with a JSON body if the question is long. It answers with JSON \
and changes nothing. Each call needs the header \`X-API-Key\`; whoever runs this service issues keys. An answered call counts against the \
month's quota; refusals and failures do not. The header \`RateLimit\` says what is left. Errors are problem documents (RFC 9457): \
\`detail\` says what to change, \`reason\` is for programs. Times are ISO 8601 with \`Z\`. Unknown parameters and fields are refused.

A score of ${CAUTION.highest + 1} or more is \`safe_to_book\`, ${CAUTION.lowest} to ${CAUTION.highest} \`proceed_with_caution\`, less \`not_recommended\`.`;

const LINKS = `- [A week to look at](/): for people: what the service is, and how to put its calendar on a page
- [OpenAPI 3.1](/openapi.json): every parameter, bound, header and refusal, with an example of each answer
- [API reference](/docs): the same for people, to try out
- [Status](/status): how the service is doing
- [Usage](/dashboard): what an account has used, for people`;

/**
 * /llms.txt (https://llmstxt.org): the service on a page of Markdown for language models, made from its OpenAPI document.
 */
function llmsText(document: Readonly<Record<string, unknown>>, forModels: readonly string[]): string {
  const { info, paths, components } = document as unknown as Described;
  const [blurb = "", ...more] = info.description.split("\n\n");
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationText(`${method.toUpperCase()} ${path}`, operation, components.schemas),
    ),
  );
  return `# ${info.title}

> ${blurb}

${[CALLING, ...forModels, ...more].join("\n\n")}

## Read more

${LINKS}

## Operations

${operations.join("\n\n")}
`;
}

function operationText(
  name: string,
  { summary, description, parameters, requestBody }: Operation,
  schemas: Readonly<Record<string, Schema>>,
): string {
  const about = [summary, description].filter((part) => part !== "").join(". ");
  const body = requestBody?.content["application/json"].schema;
  const lines = [...parameters, ...(body === undefined ? [] : fieldsOf(body, schemas))].map(
    ({ name: parameter, required, description: meaning }) =>
      `- \`${parameter}\`${required ? " (required)" : ""}: ${meaning}`,
  );
  return [`### ${name}`, about, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** The fields of a body by path, such as `bookings[].told.source`. */
function fieldsOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  path = "",
): readonly Parameter[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const isList = property.items !== undefined;
    const { $ref } = property.items ?? property;
    const inner = schemas[$ref?.split("/").at(-1) ?? ""] ?? {};
    const at = `${path}${name}${isList ? "[]" : ""}`;
    const field = { name: at, required: required.includes(name), description: property.description ?? "" };
    return [field].concat(fieldsOf(inner, schemas, `${at}.`));
  });
}
