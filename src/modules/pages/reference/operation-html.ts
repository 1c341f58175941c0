// One operation: what it is for, an example, its parameters, its answer, its errors.
import type { MethodNotes } from "../../../doors/rest/openapi/document.ts";
import { type ApiDocument, nameOfReference, type NamedOperation, type Operation } from "../api-document.ts";
import { escapeHtml } from "../page-words.ts";
import { compactJson, curlCommand } from "./examples.ts";
import { answerFieldsHtml, parametersHtml, requestFieldsHtml } from "./fields-html.ts";
import { inlineHtml, markdownHtml } from "./markdown.ts";
import { anchorOf, answerAnchorOf, type TypeLinks } from "./type-links.ts";
import { typesHtml } from "./types-html.ts";

export interface OperationContext {
  readonly document: ApiDocument;
  readonly links: TypeLinks;
  readonly example: MethodNotes["example"] | undefined;
}

export function operationHtml(named: NamedOperation, { document, links, example }: OperationContext): string {
  const { method, path, operation } = named;
  const anchor = anchorOf(named);
  const answer = operation.responses[200];
  const own = links.typesOf(named);
  const schema =
    document.components.schemas[nameOfReference(answer.content["application/json"].schema.$ref ?? "")];
  return `<section class="card operation" id="${anchor}" data-method="${method}">
<h2><a href="#${anchor}">${nameHtml(named)}</a></h2>
<p class="lead">${inlineHtml(operation.summary)}.</p>
${markdownHtml(operation.description)}
${method === "get" ? tryLinkHtml(path, operation.operationId) : ""}
${example === undefined ? "" : exampleHtml(named, example)}
${requestHtml(operation, anchor, links)}
${typesHtml(own.sent, 4, links)}
<h3 id="${answerAnchorOf(named)}">Answer</h3>
${markdownHtml(answer.description)}
${schema === undefined ? "" : answerFieldsHtml(schema, { anchor: answerAnchorOf(named), links })}
${typesHtml(own.received, 4, links)}
<h3>Other answers</h3>
${otherAnswersHtml(operation)}
</section>`;
}

/** `GET /v1/forecast` */
export function nameHtml({ method, path }: Pick<NamedOperation, "method" | "path">): string {
  return `<span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code>`;
}

function tryLinkHtml(path: string, operationId: string): string {
  return `<p><a class="button" href="/docs/try#${operationId}" aria-label="Try it: ${escapeHtml(path)}">Try it</a></p>`;
}

function exampleHtml(
  { method, path }: NamedOperation,
  { query, body, answer }: MethodNotes["example"],
): string {
  return `<h3>Example</h3>
${codeHtml(curlCommand({ method, path, query, body }))}
<p>The answer:</p>
${codeHtml(compactJson(answer, 84))}`;
}

/** With a tabindex, the keyboard can scroll it. */
export function codeHtml(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
}

function requestHtml({ parameters, requestBody }: Operation, anchor: string, links: TypeLinks): string {
  const body = requestBody?.content["application/json"].schema;
  return [
    ...(parameters.length === 0
      ? []
      : ["<h3>Parameters</h3>", parametersHtml(parameters, { anchor, links })]),
    ...(body === undefined
      ? []
      : ["<h3>Body</h3>", markdownHtml(body.description ?? ""), requestFieldsHtml(body, { anchor, links })]),
  ].join("\n");
}

function otherAnswersHtml({ responses }: Operation): string {
  const errors = Object.entries(responses).flatMap(([status, response]) =>
    "$ref" in response ? [`<a href="#${errorAnchorOf(status)}">${status}</a>`] : [],
  );
  const unchanged =
    "304" in responses && "description" in responses[304] ? responses[304].description : undefined;
  return [
    ...(unchanged === undefined ? [] : [`<p>304: ${inlineHtml(unchanged)}</p>`]),
    `<p>Errors: ${errors.join(", ")}</p>`,
  ].join("\n");
}

export function errorAnchorOf(status: string | number): string {
  return `error-${status}`;
}
