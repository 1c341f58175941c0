// Files that programs look for at a known address: /llms.txt, /robots.txt, /favicon.ico.
import type { FastifyInstance } from "fastify";
import { createSendFile } from "../../doors/rest/send-file.ts";
import {
  type ApiDocument,
  nameOfReference,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
} from "./api-document.ts";
import { callingParts, ERRORS } from "./calling.ts";
import { builtFile, mountFiles, STRICT_HEADERS } from "./mount-files.ts";
import { keyIssuer, type PageBrand } from "./page-words.ts";

/** There is nothing to find under /v1 without a key. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\n";

/** For Markdown too: some browsers would download it otherwise. */
const TEXT = "text/plain; charset=utf-8";

/** Like /openapi.json, from which it is made. */
const CACHED = "max-age=3600";

export function mountTexts(
  app: FastifyInstance,
  {
    document,
    brand,
    forModels,
  }: {
    readonly document: () => Promise<ApiDocument>;
    readonly brand: PageBrand;
    /** Paragraphs about other ways to call. */
    readonly forModels: readonly string[];
  },
): void {
  const icon = { path: "/favicon.ico", file: builtFile("icon.svg") };
  mountFiles(app, { files: [icon], headers: STRICT_HEADERS, brand });
  const texts = [
    {
      path: "/llms.txt",
      text: async () => llmsText(await document(), { forModels, issuer: keyIssuer(brand) }),
    },
    { path: "/robots.txt", text: async () => ROBOTS },
  ];
  for (const { path, text } of texts) {
    const read = async () => Buffer.from(await text());
    app.get(path, createSendFile({ read, type: TEXT, headers: STRICT_HEADERS, cached: CACHED }));
  }
}

const LINKS = `- [A week to look at](/): for people: what the service is, and how to put its calendar on a page
- [OpenAPI 3.1](/openapi.json): every parameter, bound, header and refusal, with an example of each answer
- [API reference](/docs): the same for people
- [Status](/status): how the service is doing
- [Usage](/dashboard): what an account has used, for people`;

/**
 * /llms.txt (https://llmstxt.org): the service on a page of Markdown for language models, made from its OpenAPI document.
 */
function llmsText(
  document: ApiDocument,
  { forModels, issuer }: { readonly forModels: readonly string[]; readonly issuer: string },
): string {
  const { info, components } = document;
  const [blurb = "", ...more] = info.description.split("\n\n");
  const operations = operationsOf(document).map(({ method, path, operation }) =>
    operationText(`${method.toUpperCase()} ${path}`, operation, components.schemas),
  );
  const calling = [...callingParts(issuer).map(({ text }) => text), ERRORS];
  return `# ${info.title}

> ${blurb}

${[...calling, ...forModels, ...more].join("\n\n")}

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

type Described = Pick<Parameter, "name" | "required" | "description">;

/** The fields of a body by path, such as `bookings[].told.source`. */
function fieldsOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  path = "",
): readonly Described[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const isList = property.items !== undefined;
    const { $ref } = property.items ?? property;
    const inner = schemas[nameOfReference($ref ?? "")] ?? {};
    const at = `${path}${name}${isList ? "[]" : ""}`;
    const field = { name: at, required: required.includes(name), description: property.description ?? "" };
    return [field].concat(fieldsOf(inner, schemas, `${at}.`));
  });
}
