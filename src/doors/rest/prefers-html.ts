const JSON_TYPES = ["application/problem+json", "application/json", "application/*", "*/*"];

/**
 * Whether an Accept header wants HTML rather than JSON, as those of browsers that open a page do. Of both alike, or of
 * `*` alone, JSON is the answer: that is what programs send that have not thought of it.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map((accept ?? "").split(",").map(weighed));
  const json = JSON_TYPES.map((type) => weights.get(type)).find((weight) => weight !== undefined) ?? 0;
  return (weights.get("text/html") ?? 0) > json;
}

/** `application/xml;q=0.9` is `application/xml` at 0.9. */
function weighed(range: string): readonly [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return [type, Number.isNaN(weight) ? 0 : weight];
}
