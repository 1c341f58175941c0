/** Whose service this is, as far as people see it: on pages, in the API description, in refusals. */
export interface Brand {
  readonly name: string;
  /** Where the name leads, if anywhere. */
  readonly url: string | undefined;
  /** `#rrggbb`; what is made of it is legible, whatever it is. */
  readonly color: string | undefined;
  /** Where to ask for help: an address of mail, or a URL. */
  readonly support: string | undefined;
}

/** The link to whoever helps: an address of mail becomes a `mailto:` one. */
export function supportHref(support: string): string {
  return support.includes("://") ? support : `mailto:${support}`;
}
