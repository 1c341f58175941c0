import { SHARED_STYLE } from "./shared-style.js";

export const STYLE = `${SHARED_STYLE}
:host {
  display: block;
  container-type: inline-size;
  line-height: 1.4;
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

.frame {
  display: grid;
  gap: 1em;
}

.week,
.chosen {
  display: grid;
  align-content: start;
  gap: 0.75em;
  min-width: 0;
}

/* A sheet from below, so that the grid stays visible; beside the grid if there is room. */
.chosen {
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  overflow: auto;
  max-height: 60vh;
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 2);
  padding: 1em;
  /* A shadow at the lower edge shows that the text goes on; the end of the text covers it. */
  background:
    linear-gradient(var(--_surface), var(--_surface)) bottom / 100% 2em no-repeat local,
    linear-gradient(transparent, rgb(0 0 0 / 25%)) bottom / 100% 1em no-repeat,
    var(--_surface);
  box-shadow: 0 -4px 16px rgb(0 0 0 / 20%);
}

/* Browsers replace colours here, but not the colours of gradients. */
@media (forced-colors: active) {
  .chosen {
    background: Canvas;
  }
}

.close {
  position: sticky;
  inset-block-start: 0;
  place-self: start end;
  width: 2.25em;
  margin-block-end: -3em;
  padding: 0;
  background: var(--_surface);
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
.hint,
.assumed,
.credit,
th {
  color: var(--_quiet);
  font-size: 0.875em;
}

.heading {
  font-weight: 650;
}

/* Beside the button that closes. */
.close + .heading {
  padding-inline-end: 2.5em;
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
  /* With a definite height on the table, cells fill their rows in Firefox too. */
  height: 1px;
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
  white-space: nowrap;
}

tbody tr,
td {
  height: 100%;
}

td {
  padding: 0;
}

button,
select,
.switch {
  min-height: 2.25em;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.2em 0.75em;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}

button:hover,
.switch:hover {
  border-color: var(--_accent);
}

.assumed {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4em;
}

.switch {
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
}

input {
  margin: 0;
  accent-color: var(--_accent);
}

[aria-pressed="true"] {
  border-color: currentColor;
  box-shadow: inset 0 0 0 1px currentColor;
}

option {
  background: Canvas;
  color: CanvasText;
}

button:focus-visible,
select:focus-visible,
input:focus-visible,
a:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}

.cell {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  width: 100%;
  height: 100%;
  border-color: transparent;
  padding: 0;
  font-variant-numeric: tabular-nums;
}

[aria-selected="true"] .cell {
  border-color: currentColor;
  box-shadow: inset 0 0 0 1px currentColor;
  font-weight: 700;
}

.mark {
  font-weight: 700;
}

.score,
.weather,
.sky {
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
}

.cell .weather {
  display: none;
  flex-wrap: wrap;
  justify-content: center;
  column-gap: 0.4em;
  font-size: 0.8125em;
  font-weight: 400;
}

.weather::after {
  content: attr(data-figures);
}

.with-weather .cell .weather {
  display: inline-flex;
}

.icon {
  flex: none;
  width: 1.4em;
  height: 1.4em;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.8;
  stroke-linecap: round;
  stroke-linejoin: round;
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

.columns > div {
  display: grid;
  align-content: start;
  gap: 0.25em;
}

.bars {
  display: grid;
  /* As wide as the longest word at least. */
  grid-template-columns: fit-content(9.5em) 1fr 2.75em;
  gap: 0.2em 0.5em;
  font-size: 0.875em;
}

.bars li {
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: center;
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

@container (min-width: 44em) {
  .cell .weather {
    display: inline-flex;
  }

  .weather-button {
    display: none;
  }
}

@container (max-width: 56em) {
  /* Scrolling to a cell stops above the sheet. */
  .cell {
    scroll-margin-block-end: 62vh;
  }
}

@container (min-width: 56em) {
  .frame:has(.chosen:not([hidden])) {
    grid-template-columns: minmax(0, 1fr) clamp(19em, 34cqi, 22em);
  }

  .chosen {
    inset-block: 1em auto;
    align-self: start;
    max-height: calc(100vh - 2em);
    box-shadow: none;
  }
}

/* Below the second width, cells beside the details have room for one figure. */
@container (min-width: 56em) and (max-width: 82em) {
  .frame:has(.chosen:not([hidden])) .weather::after {
    content: attr(data-degrees);
  }
}

@container (max-width: 30em) {
  .score,
  .cell .weather {
    flex-direction: column;
    gap: 0;
  }

  .cell {
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

  thead th {
    padding: 0;
  }

  thead th span {
    font-size: 0.85em;
  }

  .bars {
    grid-template-columns: fit-content(8em) 1fr 2.75em;
  }
}
`;
