/** A letter or digit first: a label may end up in a spreadsheet, where `=` begins a formula. */
const LABEL_FORM = /^[\p{L}\p{N}][^\p{C}"]{0,59}$/u;

/** What a key's label has to be, for whoever has to be told. */
export const KEY_LABEL_FORM =
  "1 to 60 characters on one line, beginning with a letter or a digit, without double quotes";

/** Whether a key may be called that. */
export function isKeyLabel(text: string): boolean {
  return LABEL_FORM.test(text);
}
