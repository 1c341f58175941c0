// The API reference, made from the same document as /openapi.json: the values of `{{name}}` in docs.html.
import type { OpenApiOptions } from "../../../doors/rest/openapi/document.ts";
import { type ApiDocument, type Header, type NamedOperation, operationsOf } from "../api-document.ts";
import { callingParts, type CallingPart, ERRORS } from "../calling.ts";
import { escapeHtml } from "../page-words.ts";
import { errorsHtml } from "./errors-html.ts";
import { inlineHtml, markdownHtml } from "./markdown.ts";
import { nameHtml, operationHtml } from "./operation-html.ts";
import { anchorOf, typeLinks } from "./type-links.ts";
import { typesHtml } from "./types-html.ts";

export interface ReferenceOptions {
  readonly document: ApiDocument;
  /** With an example call of each method. */
  readonly methods: OpenApiOptions["methods"];
  /** Who issues keys, to begin a sentence. */
  readonly issuer: string;
  /** Paragraphs about other ways to call. */
  readonly forModels: readonly string[];
}

const OTHER_WAYS =
  "gRPC, Connect and gRPC-Web have the same operations, checks and answers; gRPC clients can ask the service for its schema " +
  "(reflection).";

export function referenceWords({ document, methods, issuer, forModels }: ReferenceOptions) {
  const operations = operationsOf(document);
  const links = typeLinks(operations, document.components);
  const [blurb = "", ...credit] = document.info.description.split("\n\n");
  const calling = [
    ...callingParts(issuer),
    { id: "credit", title: "The weather’s credit", text: credit.join("\n\n") },
  ];
  return {
    "api.version": escapeHtml(document.info.version),
    "api.description": escapeHtml(blurb),
    "api.blurb": inlineHtml(blurb),
    "api.contents.calling": calling
      .map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`)
      .join("\n"),
    "api.contents.operations": operations
      .map((named) => `<li><a href="#${anchorOf(named)}">${nameHtml(named)}</a></li>`)
      .join("\n"),
    "api.calling": calling.map(partHtml).join("\n"),
    "api.headers": headersHtml(operations),
    "api.operations": operations
      .map((named) => operationHtml(named, { document, links, example: exampleOf(named, methods) }))
      .join("\n"),
    "api.types": typesHtml(links.shared, 3, links),
    "api.errors": [markdownHtml(ERRORS), errorsHtml(document, links)].join("\n"),
    "api.other": [OTHER_WAYS, ...forModels].map(markdownHtml).join("\n"),
  };
}

function partHtml({ id, title, text }: CallingPart): string {
  return `<h3 id="${id}"><a href="#${id}">${title}</a></h3>\n${markdownHtml(text)}`;
}

/** The notes have methods by their names in proto/, the document by their names in programs. */
function exampleOf({ operation: { operationId } }: NamedOperation, methods: OpenApiOptions["methods"]) {
  return methods[operationId.charAt(0).toUpperCase() + operationId.slice(1)]?.example;
}

/** The headers that answers have, each once; an answer without weather or words has fewer. */
function headersHtml(operations: readonly NamedOperation[]): string {
  const headers = new Map<string, Header>();
  for (const { operation } of operations) {
    for (const [name, header] of Object.entries(operation.responses[200].headers)) {
      if (!headers.has(name)) headers.set(name, header);
    }
  }
  const rows = Array.from(
    headers,
    ([name, { description, example }]) => `<div id="header.${name}">
<dt><a href="#header.${name}"><code>${name}</code></a></dt>
<dd><p>${inlineHtml(description)}</p>${
      example === undefined ? "" : `<p class="values">Example: <code>${escapeHtml(example)}</code></p>`
    }</dd>
</div>`,
  );
  return `<dl class="fields">${rows.join("\n")}</dl>`;
}
