/**
 * A page sets colours with the variables named here, and everything else with `::part`. Internal names start with `--_`: if
 * one were `--safe`, a page's `--suitability-safe: var(--safe)` on the element would be a cycle.
 *
 * The background of a page cannot be read, and its `color-scheme` may say something else: a page for light and dark may be
 * white in a dark browser. So what stands on the page's background is made from the page's text colour, and what has a
 * background of its own has a text colour of its own. The accent can be seen on white and on black.
 */
export const SHARED_STYLE = `
:host {
  --_safe: var(--suitability-safe, light-dark(#c3ead0, #14472d));
  --_on-safe: var(--suitability-on-safe, light-dark(#0b3d22, #c9f3d7));
  --_caution: var(--suitability-caution, light-dark(#ffe2a6, #574012));
  --_on-caution: var(--suitability-on-caution, light-dark(#4d3500, #ffe3a8));
  --_poor: var(--suitability-poor, light-dark(#f7c6c0, #5d2521));
  --_on-poor: var(--suitability-on-poor, light-dark(#651410, #ffd3cd));
  --_accent: var(--suitability-accent, #4a7cf0);
  --_line: var(--suitability-line, color-mix(in srgb, currentColor 24%, transparent));
  --_quiet: var(--suitability-quiet, color-mix(in srgb, currentColor 78%, transparent));
  --_surface: var(--suitability-surface, Canvas);
  --_radius: var(--suitability-radius, 6px);
}

/* White below dark text, nearly black below light text. */
@supports (color: lch(from currentColor l c h)) {
  :host {
    --_surface: var(--suitability-surface, lch(from currentColor clamp(10, (55 - l) * 1000, 100) 0 0));
  }
}

:host([hidden]),
[hidden] {
  display: none !important;
}

.safe {
  background: var(--_safe);
  color: var(--_on-safe);
}

.caution {
  background: var(--_caution);
  color: var(--_on-caution);
}

.poor {
  background: var(--_poor);
  color: var(--_on-poor);
}

.badge {
  display: inline-block;
  margin-inline-end: 0.5em;
  border-radius: var(--_radius);
  padding: 0.1em 0.5em;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
`;
