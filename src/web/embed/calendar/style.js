/**
 * Colours can be set from the page by the variables named here, everything else by `::part`. The names within start with `--_`: a page
 * that sets one of ours from a colour of its own would make a circle of two that are called the same.
 */
export const STYLE = `
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
  --_radius: var(--suitability-radius, 6px);
  display: block;
  container-type: inline-size;
  line-height: 1.4;
}

:host([hidden]),
[hidden] {
  display: none !important;
}

* {
  box-sizing: border-box;
}

p,
ul {
  margin: 0;
  padding: 0;
}

ul {
  list-style: none;
}

.week,
.chosen {
  display: grid;
  gap: 0.75em;
}

.chosen {
  margin-block-start: 1em;
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 2);
  padding: 1em;
}

.notice {
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 0.75em;
  min-height: 12em;
  border: 1px dashed var(--_line);
  border-radius: var(--_radius);
  padding: 1em;
  text-align: center;
}

.quiet,
.zone,
.credit,
th {
  color: var(--_quiet);
  font-size: 0.875em;
}

.heading {
  font-weight: 650;
}

a {
  color: inherit;
}

/* The grid */

.scroll {
  overflow-x: auto;
  /* Room for the outline of a cell at the edge. */
  padding: 3px;
}

table {
  width: 100%;
  min-width: 15em;
  border-spacing: 2px;
  table-layout: fixed;
}

th {
  padding: 0 0.25em 0 0;
  font-weight: 400;
}

thead th:first-child {
  width: 3.4em;
}

thead th span {
  display: block;
  font-size: 0.9em;
}

tbody th {
  font-variant-numeric: tabular-nums;
  text-align: end;
}

td {
  padding: 0;
}

button {
  min-height: 2.25em;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.2em 0.75em;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}

button:hover {
  border-color: var(--_accent);
}

button:focus-visible,
a:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}

.cell {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.3em;
  width: 100%;
  border-color: transparent;
  padding: 0;
  font-variant-numeric: tabular-nums;
}

[aria-selected="true"] .cell {
  border-color: currentColor;
  box-shadow: inset 0 0 0 1px currentColor;
  font-weight: 700;
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

.mark {
  font-weight: 700;
}

.unseen {
  position: absolute;
  overflow: hidden;
  width: 1px;
  height: 1px;
  clip-path: inset(50%);
}

.legend {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5em 1.25em;
  font-size: 0.875em;
}

.badge {
  display: inline-block;
  margin-inline-end: 0.5em;
  border-radius: var(--_radius);
  padding: 0.1em 0.5em;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.credit {
  font-size: 0.75em;
}

/* The chosen start */

.verdict {
  display: flex;
  align-items: center;
  font-size: 1.125em;
}

.columns {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18em), 1fr));
  gap: 1em 2em;
}

.bars li {
  display: grid;
  grid-template-columns: 9.5em 1fr 2.75em;
  align-items: center;
  gap: 0.5em;
  font-size: 0.875em;
}

.track {
  overflow: hidden;
  height: 0.75em;
  border-radius: var(--_radius);
  background: color-mix(in srgb, var(--_line) 45%, transparent);
}

.bar {
  display: block;
  height: 100%;
  min-width: 2px;
  border: 1px solid currentColor;
  border-radius: inherit;
}

.lost {
  background: var(--_accent);
  color: var(--_accent);
}

.figure {
  font-variant-numeric: tabular-nums;
  text-align: end;
}

.better {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5em;
  margin-block-start: 0.25em;
}

.better .badge {
  margin-inline: 0.5em 0;
}

@container (max-width: 30em) {
  .cell {
    flex-direction: column;
    gap: 0;
    min-height: 2.9em;
    font-size: 0.8125em;
    line-height: 1.15;
  }

  thead th:first-child {
    width: 2.9em;
  }

  th {
    font-size: 0.75em;
  }

  .bars li {
    grid-template-columns: 7em 1fr 2.75em;
  }
}
`;
