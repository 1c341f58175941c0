// Makes the elements of every page and of the calendar. Strings become text, never HTML.

/**
 * An element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string>>} attributes
 * @param {readonly (Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same for an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {readonly (Node | string)[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {readonly (Node | string)[]} children
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}
