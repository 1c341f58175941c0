// What a type is: its values, or its fields.
import { answerFieldsHtml, requestFieldsHtml } from "./fields-html.ts";
import { markdownHtml } from "./markdown.ts";
import { isSent, type NamedType, type TypeLinks } from "./type-links.ts";

/** Each type with its anchor, under headings of this level. */
export function typesHtml(types: readonly NamedType[], level: 3 | 4, links: TypeLinks): string {
  return types.map((type) => typeHtml(type, level, links)).join("\n");
}

function typeHtml(type: NamedType, level: 3 | 4, links: TypeLinks): string {
  const { name, schema } = type;
  const fieldsHtml = isSent(type) ? requestFieldsHtml : answerFieldsHtml;
  const fields = schema.properties === undefined ? "" : fieldsHtml(schema, { anchor: name, links });
  return `<section id="${name}" class="type-of">
<h${level}><a href="#${name}">${name}</a></h${level}>
${markdownHtml(schema.description ?? "")}
${fields}
</section>`;
}
