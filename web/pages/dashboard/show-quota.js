// The state of the quota: figures, the meter with its marks, and the projection.
import { element, setText } from "../element.js";
import { words } from "./words.js";

/** @typedef {import("./fetch-usage.js").Usage} Usage */

/** The meter changes its colour from this share of the quota on. */
const NEAR_LIMIT = 0.8;

/** The meter ends at this share of the quota, even if the projection is higher. */
const SHARE_MAX = 1.5;

/** @param {Usage} usage */
export function showQuota({ quota, projection }) {
  const { asOf, monthlyQuota, used, left, resetsAt } = quota;
  setText("used", words.count(used));
  setText("left", words.count(left));
  setText("quota", words.count(monthlyQuota));
  setText("resets", `Starts afresh ${words.until(asOf, resetsAt)}: on ${words.day(resetsAt)}, 00:00 UTC.`);
  const share = used / monthlyQuota;
  const text =
    left === 0 ? "Used up: requests are refused until the month ends." : `${words.percent(share)} used.`;
  setText("used-share", text);
  showMeter(quota, projection);
  element("projected-figure", HTMLElement).hidden = projection === undefined;
  setText("projected", projection === undefined ? "" : `≈ ${words.count(projection.calls)}`);
  setText("projection", projectionText(projection));
}

/**
 * @param {Usage["quota"]} quota
 * @param {Usage["projection"]} projection
 */
function showMeter({ monthlyQuota, used, left }, projection) {
  const share = used / monthlyQuota;
  const projectedShare = (projection?.calls ?? used) / monthlyQuota;
  // The meter is as long as the quota, or longer if the projection exceeds it.
  const length = Math.min(SHARE_MAX, Math.max(1, share, projectedShare));
  const place = (/** @type {number} */ of) => `${(Math.min(of, length) / length) * 100}%`;

  const meter = element("meter", HTMLElement);
  meter.setAttribute("aria-valuemax", String(monthlyQuota));
  meter.setAttribute("aria-valuenow", String(Math.min(used, monthlyQuota)));
  meter.setAttribute("aria-valuetext", `${words.count(used)} of ${words.count(monthlyQuota)} requests used`);
  meter.dataset["level"] = left === 0 ? "used-up" : share >= NEAR_LIMIT ? "near-limit" : "fine";
  const fill = element("meter-fill", HTMLElement);
  fill.hidden = used === 0;
  fill.style.inlineSize = place(share);
  element("meter-projected", HTMLElement).style.inlineSize = place(projectedShare);
  element("mark-80", HTMLElement).style.inlineSize = place(NEAR_LIMIT);
  element("mark-100", HTMLElement).style.inlineSize = place(1);
}

/** @param {Usage["projection"]} projection */
function projectionText(projection) {
  if (projection === undefined) {
    return "A projection for the month appears after the first full day with requests.";
  }
  const { calls, fullDays, isRough, usedUpOn } = projection;
  const days = `${fullDays} full ${fullDays === 1 ? "day" : "days"}`;
  const ground = isRough ? `A rough guess from ${days}` : `Going by ${days}`;
  const end = usedUpOn === undefined ? "" : ` All are used up on ${words.day(usedUpOn)}.`;
  return `${ground}, the month ends with about ${words.count(calls)} requests.${end}`;
}
