// /llms.txt (https://llmstxt.org): the service in a page of Markdown for language models, made from its OpenAPI document.

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

export function llmsText(document: Readonly<Record<string, unknown>>): string {
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
