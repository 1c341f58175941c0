// Shows what a sport assumes about its venue. With the attribute `switches`, visitors can change it.
import { make } from "../make.js";

/**
 * A line with the facts of the venue. For a custom sport, whose assumptions are not known here, it has only the facts in the
 * element's attributes. Without any facts, there is no line.
 * @param {import("./grid.js").View} view
 * @param {(fact: string, value: string) => void} onSwitched
 */
export function assumptionsOf({ settings, voice }, onSwitched) {
  const { hasSwitches, session } = settings;
  const { words } = voice;
  const assumed = SERVICE.venues[session.sport.toLowerCase()] ?? {};
  const said = { ...assumed, ...session.facts };
  const parts = [
    ...yesOrNo("covered", words.covered, words.uncovered),
    ...yesOrNo("floodlit", words.floodlit, words.unlit),
    ...surface(),
  ];
  const separated = parts.flatMap((part, i) => (i > 0 && !hasSwitches ? [", ", part] : [part]));
  return parts.length === 0
    ? []
    : [make("p", { class: "assumed", part: "assumed" }, `${words.assumed} `, ...separated)];

  /**
   * @param {"covered" | "floodlit"} fact
   * @param {string} yes
   * @param {string} no
   */
  function yesOrNo(fact, yes, no) {
    if (said[fact] === undefined) {
      return [];
    }
    const is = String(said[fact]) === "true";
    if (!hasSwitches) {
      return [is ? yes : no];
    }
    // A box with or without a tick cannot be read as something that is assumed either way.
    const box = make("input", { type: "checkbox" });
    box.checked = is;
    box.addEventListener("change", () => onSwitched(fact, String(box.checked)));
    return [make("label", { class: "switch", part: "button" }, box, yes)];
  }

  function surface() {
    const surfaces = /** @type {(keyof typeof words.surfaces)[]} */ (assumed.surfaces ?? []);
    const current = /** @type {keyof typeof words.surfaces | undefined} */ (said.surface);
    if (!hasSwitches || surfaces.length === 0) {
      return current === undefined ? [] : [words.surfaces[current]];
    }
    const options = surfaces.map((name) => make("option", { value: name }, words.surfaces[name]));
    const select = make("select", { part: "button", "aria-label": words.surface }, ...options);
    if (current === undefined) {
      select.prepend(make("option", { value: "" }, words.surface));
    }
    select.value = current ?? "";
    select.addEventListener("change", () => onSwitched("surface", select.value));
    return [select];
  }
}
