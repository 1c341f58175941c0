const SPACE_OR_HYPHEN = /[\s-]/g;

/** The one spelling a sport is looked up by: `Tee-Time`, `tee time` and `tee_time` are the same name. */
export function sportName(text: string): string {
  return text.trim().toLowerCase().replaceAll(SPACE_OR_HYPHEN, "_");
}
