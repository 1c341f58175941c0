// The Markdown of comments in proto/ and of descriptions: paragraphs, lists, code and links.
import { escapeHtml } from "../page-words.ts";

/** Blocks for an element that may contain paragraphs. */
export function markdownHtml(text: string): string {
  return text.split("\n\n").map(blockHtml).join("\n");
}

/** A paragraph, or lines before a list. */
function blockHtml(block: string): string {
  const lines = block.split("\n");
  const items = lines.filter(isItem).map((line) => `<li>${inlineHtml(line.slice(ITEM.length))}</li>`);
  const before = lines.filter((line) => !isItem(line)).join(" ");
  return [
    before === "" ? "" : `<p>${inlineHtml(before)}</p>`,
    items.length === 0 ? "" : `<ul>${items.join("\n")}</ul>`,
  ].join("\n");
}

const ITEM = "- ";
const isItem = (line: string) => line.startsWith(ITEM);

const CODE_OR_LINK = /`(?<code>[^`]+)`|\[(?<words>[^\]]+)\]\((?<url>https:[^)\s]+)\)/g;

/** Text within a line. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(CODE_OR_LINK, (_all, code?: string, words?: string, url?: string) =>
    code === undefined ? `<a href="${url}">${words}</a>` : `<code>${code}</code>`,
  );
}
