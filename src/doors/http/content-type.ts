const TYPE = /^([!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+)[ \t]*(?=;|$)/;

/** A parameter of RFC 9110, section 5.6.6, with the semicolon before it; it may be empty. */
const PARAMETER =
  /;[ \t]*(?:(?<name>[!#$%&'*+.^`|~\w-]+)=(?<value>[!#$%&'*+.^`|~\w-]+|"(?:[^"\\]|\\.)*")[ \t]*)?/y;

const UTF_8 = /^(?:utf-?8|"utf-?8")$/i;

/**
 * The media type of a Content-Type (RFC 9110, section 8.3), in lower case; undefined if the header has another form, or names
 * a charset other than UTF-8. Other parameters mean nothing to what is read here (RFC 8259, section 11).
 */
export function utf8MediaType(contentType: string): string | undefined {
  const [start = "", type] = TYPE.exec(contentType) ?? [];
  if (type === undefined) return undefined;
  let end = start.length;
  while (end < contentType.length) {
    PARAMETER.lastIndex = end;
    const { name = "", value = "" } = PARAMETER.exec(contentType)?.groups ?? {};
    if (name.toLowerCase() === "charset" && !UTF_8.test(value)) return undefined;
    // Zero after a mismatch, from which the loop would begin again.
    if (PARAMETER.lastIndex === 0) return undefined;
    end = PARAMETER.lastIndex;
  }
  return type.toLowerCase();
}
