// The errors by status, with every reason, when it happens and what to do.
import { STATUS_CODES } from "node:http";
import { V1_REASONS } from "../../../doors/rest/openapi/refusals.ts";
import { statusOf } from "../../../errors/problem.ts";
import type { ApiDocument, ErrorResponse } from "../api-document.ts";
import { compactJson } from "./examples.ts";
import { answerFieldsHtml } from "./fields-html.ts";
import { inlineHtml, markdownHtml } from "./markdown.ts";
import { codeHtml, errorAnchorOf } from "./operation-html.ts";
import type { TypeLinks } from "./type-links.ts";

export function errorsHtml({ components }: ApiDocument, links: TypeLinks): string {
  const responses = new Map(
    Object.values(components.responses).map((response) => [statusOfResponse(response), response]),
  );
  const statuses = [...new Set(V1_REASONS.map(([, row]) => statusOf(row)))].toSorted((a, b) => a - b);
  const example =
    responses.get(400)?.content["application/problem+json"].examples["INVALID_PARAMETER"]?.value;
  const { Problem } = components.schemas;
  return [
    example === undefined ? "" : codeHtml(compactJson(example, 84)),
    Problem === undefined ? "" : answerFieldsHtml(Problem, { anchor: "Problem", links }),
    ...statuses.map((status) => statusHtml(status, responses.get(status))),
  ].join("\n");
}

function statusOfResponse({ content }: ErrorResponse): number {
  return Object.values(content["application/problem+json"].examples)[0]?.value.status ?? 0;
}

function statusHtml(status: number, response: ErrorResponse | undefined): string {
  const id = errorAnchorOf(status);
  return `<section id="${id}">
<h3><a href="#${id}">${status} ${STATUS_CODES[status] ?? ""}</a></h3>
${response === undefined ? "" : responseHtml(response)}
<table>
<thead><tr><th scope="col">Reason</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead>
<tbody>${reasonRows(status).join("\n")}</tbody>
</table>
</section>`;
}

/** What all reasons of a status have in common; its list of reasons is the table. */
function responseHtml({ description, headers }: ErrorResponse): string {
  const others = Object.entries(headers).filter(([, { example }]) => example !== undefined);
  return [
    markdownHtml(description.split("\n")[0] ?? ""),
    ...others.map(([name, header]) => `<p><code>${name}</code>: ${inlineHtml(header.description)}</p>`),
  ].join("\n");
}

function reasonRows(status: number): readonly string[] {
  return V1_REASONS.filter(([, row]) => statusOf(row) === status).map(
    ([reason, { meaning, remedy }]) =>
      `<tr id="${reason}"><th scope="row"><code>${reason}</code></th>` +
      `<td data-title="When">${inlineHtml(meaning)}</td><td data-title="What to do">${inlineHtml(remedy)}</td></tr>`,
  );
}
