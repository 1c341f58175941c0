// Chooses the place: from a list, the visitor's position, or coordinates. No place names are looked up.
import { element } from "../element.js";
import { VENUES } from "./venues.js";

const HERE = "here";
const COORDINATES = "coordinates";

/** Forecasts are for about this precision, so no more is sent. */
const DECIMALS = 2;

const BROWSERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Empty if the browser does not know it. */
const READERS_ZONE = BROWSERS_ZONE === "Etc/Unknown" ? "" : BROWSERS_ZONE;

const select = element("place", HTMLSelectElement);
const coordinates = element("coordinates", HTMLFieldSetElement);
const latLng = element("lat-lng", HTMLInputElement);
const zoneSelect = element("time-zone", HTMLSelectElement);
const status = element("place-status", HTMLElement);

/**
 * @typedef {{ place: string, timeZone: string }} Place The time zone is empty if it is not known.
 *
 * @param {{ isForAll: boolean }} may Whether the key works for any place, or only for the places of the list.
 * @param {(place: Place | undefined) => void} onPlace Called now, and when another place is chosen; with undefined while the
 * place is not known.
 */
export function choosePlaces({ isForAll }, onPlace) {
  const options = VENUES.map(({ name, place }) => new Option(name, place));
  // Browsers give their position only to pages over TLS or from their own machine.
  if (isForAll && isSecureContext && "geolocation" in navigator) {
    options.push(new Option("Where I am…", HERE));
  }
  if (isForAll) options.push(new Option("Coordinates…", COORDINATES));
  select.replaceChildren(...options);
  const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
  zoneSelect.replaceChildren(
    new Option("not known: show my times", ""),
    ...zones.map((zone) => new Option(zone.replaceAll("_", " "), zone)),
  );

  /** @type {{ option: string, place: Place | undefined }} */
  let shown = { option: select.value, place: VENUES[0] };
  const showPlace = (/** @type {Place} */ place) => {
    shown = { option: select.value, place };
    onPlace(place);
  };
  const showFields = () => {
    coordinates.hidden = select.value !== COORDINATES;
    coordinates.disabled = coordinates.hidden;
  };
  const show = () => {
    status.textContent = "";
    showFields();
    const venue = VENUES.find(({ place }) => place === select.value);
    if (venue !== undefined) {
      showPlace(venue);
      return;
    }
    onPlace(undefined);
    if (select.value === HERE) {
      showHere(showPlace, () => {
        select.value = shown.option;
        showFields();
        onPlace(shown.place);
      });
    } else {
      latLng.focus();
    }
  };
  select.addEventListener("change", show);
  element("choices", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    showPlace({ place: latLng.value.trim(), timeZone: zoneSelect.value });
  });
  show();
}

/**
 * @param {(place: Place) => void} onPlace
 * @param {() => void} onRefused
 */
function showHere(onPlace, onRefused) {
  status.textContent = "Asking your browser where you are…";
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      // Another place may be chosen by now.
      if (select.value === HERE) {
        const place = [coords.latitude, coords.longitude].map((each) => each.toFixed(DECIMALS)).join(",");
        status.textContent = `Shown for ${place}: your position to about a kilometre, which is all that is sent.`;
        onPlace({ place, timeZone: READERS_ZONE });
      }
    },
    () => {
      if (select.value !== HERE) {
        return;
      }
      onRefused();
      status.textContent = "Your browser does not say where you are. Choose a place, or give coordinates.";
    },
  );
}
