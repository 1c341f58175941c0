/**
 * The element of that id and kind; the page always has it.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`the page has no ${kind.name} #${id}`);
  }
  return found;
}

/**
 * @param {string} id
 * @param {string} text
 */
export function setText(id, text) {
  element(id, HTMLElement).textContent = text;
}
