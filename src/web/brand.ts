/** The operator's brand on pages, in the API description and in refusals. */
export interface Brand {
  readonly name: string;
  /** Where the name links to; undefined for no link. */
  readonly url: string | undefined;
  /** `#rrggbb`. Pages darken or lighten it where it would be hard to read. */
  readonly color: string | undefined;
  /** Where to ask for help: a mail address or a URL. */
  readonly support: string | undefined;
}

/** The link to support: a mail address becomes a `mailto:` link. */
export function supportHref(support: string): string {
  return support.includes("://") ? support : `mailto:${support}`;
}
