// What programs look for that were told nothing but the address: /llms.txt, /robots.txt, /favicon.ico (every page has it too).
import type { FastifyInstance } from "fastify";
import type { Brand } from "../../brand.ts";
import { cachePublicly, etagOf, isNamed } from "../../doors/rest/headers.ts";
import { mountFiles, STRICT_HEADERS } from "../mount-files.ts";

/** Without a key there is nothing to find under /v1. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\n";

/** Markdown too: some browsers would save it to a file. */
const TEXT = "text/plain; charset=utf-8";

/** As /openapi.json, which it is made from. */
const CACHED = "max-age=3600";

export function mountTexts(
  app: FastifyInstance,
  { openApi, brand }: { readonly openApi: Readonly<Record<string, unknown>>; readonly brand: Brand },
): void {
  const icon = { path: "/favicon.ico", file: new URL("../icon.svg", import.meta.url) };
  mountFiles(app, { files: [icon], headers: STRICT_HEADERS, brand });
  const texts = [
    { path: "/llms.txt", text: llmsText(openApi), type: TEXT },
    { path: "/robots.txt", text: ROBOTS, type: TEXT },
  ];
  for (const { path, text, type } of texts) {
    const body = Buffer.from(text);
    const etag = etagOf(body);
    app.get(path, (request, reply) => {
      cachePublicly(reply, CACHED).header("etag", etag);
      return isNamed(etag, request.headers["if-none-match"])
        ? reply.code(304).send()
        : reply.headers({ ...STRICT_HEADERS, "content-type": type }).send(body);
    });
  }
}

/** What is read of the document. */
interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

const CALLING = `Every operation is a GET with query parameters that answers with JSON. Each call needs the header \`X-API-Key\`; \
keys are issued by whoever runs this service. A call that is answered counts against the month's quota, and the header \
\`RateLimit\` says what is left; refusals and failures do not count. Errors are problem documents (RFC 9457): \`detail\` says what to \
change, \`reason\` is for programs. Times are ISO 8601 with \`Z\`. Unknown parameters are refused.

A score of 80 or more is \`safe_to_book\`, 50 to 79 \`proceed_with_caution\`, less \`not_recommended\`.

Assistants find the three operations as tools at \`POST /mcp\` (Model Context Protocol), with the same key.`;

const LINKS = `- [A week to look at](/): for people: what the service is, and how to put its calendar on a page
- [OpenAPI 3.1](/openapi.json): every parameter, bound, header and refusal, with an example of each answer
- [API reference](/docs): the same for people, to try out
- [Status](/status): how the service is doing
- [Usage](/dashboard): what an account has used, for people`;

/** /llms.txt (https://llmstxt.org): the service in a page of Markdown for language models, made from its OpenAPI document. */
function llmsText(document: Readonly<Record<string, unknown>>): string {
  const { info, paths } = document as unknown as Described;
  const [blurb = "", ...more] = info.description.split("\n\n");
  const operations = Object.entries(paths).map(([path, { get }]) => operationText(path, get));
  return `# ${info.title}

> ${blurb}

${CALLING}

${more.join("\n\n")}

## Read more

${LINKS}

## Operations

${operations.join("\n\n")}
`;
}

function operationText(path: string, { summary, description, parameters }: Operation): string {
  const about = [summary, description].filter((part) => part !== "").join(". ");
  const lines = parameters.map(
    ({ name, required, description }) => `- \`${name}\`${required ? " (required)" : ""}: ${description}`,
  );
  return [`### GET ${path}`, about, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}
