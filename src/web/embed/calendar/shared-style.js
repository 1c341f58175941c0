/**
 * A page sets colours with the variables named here, and everything else with `::part`. Internal names start with `--_`: if
 * one were `--safe`, a page's `--suitability-safe: var(--safe)` on the element would be a cycle.
 */
export const SHARED_STYLE = `
:host {
  --_safe: var(--suitability-safe, light-dark(#c3ead0, #14472d));
  --_on-safe: var(--suitability-on-safe, light-dark(#0b3d22, #c9f3d7));
  --_caution: var(--suitability-caution, light-dark(#ffe2a6, #574012));
  --_on-caution: var(--suitability-on-caution, light-dark(#4d3500, #ffe3a8));
  --_poor: var(--suitability-poor, light-dark(#f7c6c0, #5d2521));
  --_on-poor: var(--suitability-on-poor, light-dark(#651410, #ffd3cd));
  --_accent: var(--suitability-accent, light-dark(#2557d6, #8fb0ff));
  --_line: var(--suitability-line, light-dark(#cfd7e3, #3a465c));
  --_quiet: var(--suitability-quiet, light-dark(#505b73, #a9b5c9));
  --_surface: var(--suitability-surface, Canvas);
  --_radius: var(--suitability-radius, 6px);
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
