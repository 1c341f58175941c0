// Says whose times are shown: the venue's or the reader's.
import { make } from "../make.js";
import { filled } from "./voice.js";
import { isSameTime } from "./zone-clock.js";

/**
 * @typedef {import("./grid.js").View} View
 * @typedef {import("./week.js").Session} Session
 */

/**
 * The line above the week. It has a button for the other clock if the venue's clock and the reader's are known and differ.
 * @param {View} view
 * @param {{ sessions: readonly Session[], onZoneChanged: () => void }} options
 */
export function zoneLine({ settings, clock, isReadersTime, voice: { words } }, { sessions, onZoneChanged }) {
  const line = make("p", { class: "zone", part: "zone" });
  const { venueClock, readersClock, unknownZone } = settings;
  const zone = { zone: clock.zone };
  if (venueClock === undefined) {
    const times = readersClock === undefined ? words.utcTimes : filled(words.readerTimes, zone);
    line.append(unknownZone === undefined ? times : `${words.zoneUnknown} ${times}`);
    return line;
  }
  // Their clocks may agree on a part of the week only.
  const isSame = [sessions[0], sessions.at(-1)].every(
    (session) => readersClock && session && isSameTime(venueClock, readersClock, session.start_time),
  );
  if (isSame) {
    line.append(words.sameTimes);
    return line;
  }
  line.append(filled(isReadersTime ? words.readerTimes : words.venueTimes, zone));
  if (readersClock !== undefined) {
    const text = isReadersTime ? words.showVenues : words.showReaders;
    const button = make("button", { type: "button", part: "button" }, text);
    button.addEventListener("click", onZoneChanged);
    line.append(" ", button);
  }
  return line;
}

/**
 * A start with its time, and whose time that is if it could be mistaken: `Sat 21 Nov, 14:00 (local time)`.
 * @param {Session} session
 * @param {View} view
 */
export function startText({ start_time: start }, { settings, clock, isReadersTime, voice: { words } }) {
  const { venueClock, readersClock } = settings;
  const said = clock.say(start);
  if (venueClock === undefined) {
    return readersClock === undefined ? `${said} (${clock.zone})` : said;
  }
  if (readersClock !== undefined && isSameTime(venueClock, readersClock, start)) {
    return said;
  }
  return `${said} (${isReadersTime ? words.readerTime : words.venueTime})`;
}
