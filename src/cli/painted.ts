/** Gives a text a style of node:util; on what is no terminal it gives back the text as it is. */
export type Paint = (style: "bold" | "cyan", text: string) => string;

/** Headings of tables are lines of nothing but capitals. */
const HEADING = /^[A-Z][A-Z ]+$/gm;
const BAR = /[█▏▎▍▌▋▊▉]+/g;

/** An answer's text with its headings and bars told from the rest. */
export function painted(text: string, paint: Paint): string {
  return text
    .replaceAll(HEADING, (heading) => paint("bold", heading))
    .replaceAll(BAR, (bar) => paint("cyan", bar));
}
