/** Puts words in place of `{{name}}`. What has no word stays as it is. */
export function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([a-z._]+)\}\}/g, (placeholder, name: string) => words[name] ?? placeholder);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in HTML, also within quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
