// A list of parameters or fields: name, type, bounds, default and meaning, each with an anchor of its own.
import type { Choice, Parameter, Schema } from "../api-document.ts";
import { escapeHtml } from "../page-words.ts";
import { inlineHtml, markdownHtml } from "./markdown.ts";
import type { TypeLinks } from "./type-links.ts";

export interface FieldPlace {
  /** The anchor of what has the fields: `forecast` for `forecast.days`. */
  readonly anchor: string;
  readonly links: TypeLinks;
}

interface Field {
  readonly name: string;
  readonly meaning: string;
  readonly schema: Schema;
  readonly note?: "required" | "may be absent" | undefined;
  readonly example?: unknown;
  readonly choices?: readonly Choice[];
}

export function parametersHtml(parameters: readonly Parameter[], place: FieldPlace): string {
  const fields = parameters.map(({ name, description, required, schema, example, examples = {} }): Field => ({
    name,
    meaning: description,
    schema,
    note: required ? "required" : undefined,
    example: example ?? schema.examples?.[0],
    choices: Object.values(examples),
  }));
  return listHtml(fields, place);
}

/** The fields of something that callers send. */
export function requestFieldsHtml({ properties = {}, required = [] }: Schema, place: FieldPlace): string {
  return listHtml(
    fieldsOf(properties, (name) => (required.includes(name) ? "required" : undefined)),
    place,
  );
}

/** The fields of something that callers get. */
export function answerFieldsHtml({ properties = {}, required = [] }: Schema, place: FieldPlace): string {
  return listHtml(
    fieldsOf(properties, (name) => (required.includes(name) ? undefined : "may be absent")),
    place,
  );
}

function fieldsOf(
  properties: Readonly<Record<string, Schema>>,
  noteOn: (name: string) => Field["note"],
): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    // The reasons of an error, which are listed there, have tables of their own.
    meaning: schema.description?.split("\n")[0] ?? "",
    schema,
    note: noteOn(name),
  }));
}

function listHtml(fields: readonly Field[], place: FieldPlace): string {
  return `<dl class="fields">${fields.map((field) => fieldHtml(field, place)).join("\n")}</dl>`;
}

function fieldHtml(field: Field, { anchor, links }: FieldPlace): string {
  const { name, meaning, schema, note, choices = [] } = field;
  const id = `${anchor}.${name}`;
  const inner =
    schema.items?.properties === undefined ? "" : answerFieldsHtml(schema.items, { anchor: id, links });
  const parts = [markdownHtml(meaning), valuesHtml(field), choicesHtml(choices), inner];
  return `<div id="${id}">
<dt><a href="#${id}"><code>${name}</code></a> <span class="type">${typeHtml(schema, links)}</span>${
    note === undefined ? "" : ` <span class="note${note === "required" ? " required" : ""}">${note}</span>`
  }</dt>
<dd>${parts.filter((part) => part !== "").join("\n")}</dd>
</div>`;
}

function valuesHtml({ schema, example }: Field): string {
  const values = [
    ...(schema.default === undefined ? [] : [`Default: ${valueHtml(schema.default)}`]),
    ...(example === undefined ? [] : [`Example: ${valueHtml(example)}`]),
  ];
  return values.length === 0 ? "" : `<p class="values">${values.join(" · ")}</p>`;
}

/** As it stands in a query. */
function valueHtml(value: unknown): string {
  return `<code>${escapeHtml(String(value))}</code>`;
}

function choicesHtml(choices: readonly Choice[]): string {
  if (choices.length === 0) return "";
  const items = choices.map(
    ({ value, summary }) => `<li><code>${escapeHtml(value)}</code>: ${inlineHtml(summary)}</li>`,
  );
  return `<details><summary>${choices.length} values</summary><ul>${items.join("\n")}</ul></details>`;
}

/** `integer, 1 to 7`, `list of time`, a link to a type */
function typeHtml(schema: Schema, links: TypeLinks): string {
  if (schema.$ref !== undefined) return links.linkHtml(schema.$ref);
  if (schema.items === undefined) return [typeWord(schema), ...boundsOf(schema)].join(", ");
  const item = schema.items.properties === undefined ? typeHtml(schema.items, links) : "object";
  return [`list of ${item.replace(/, (.*)/, " ($1)")}`, ...boundsOf(schema)].join(", ");
}

function typeWord({ type = "object", format }: Schema): string {
  return format === "date-time" ? "time" : type;
}

/** The bounds of a value, in words. */
function boundsOf(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, enum: values } = schema;
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " of them"),
    typeof values?.[0] === "number"
      ? new Intl.ListFormat("en-GB", { type: "disjunction" }).format(values.map(String))
      : "",
  ].filter((words) => words !== "");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? "" : `at most ${most}${unit}`;
}
