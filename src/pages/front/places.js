// Which place is shown: one of a list, where the visitor is, or coordinates. Nobody is asked where a name is.
import { part } from "./page-parts.js";
import { VENUES } from "./venues.js";

const HERE = "here";
const COORDINATES = "coordinates";

/** The place whose weather is asked for is about this exact, so more is not told. */
const DECIMALS = 2;

const READERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const select = part("place", HTMLSelectElement);
const coordinates = part("coordinates", HTMLFieldSetElement);
const latLng = part("lat-lng", HTMLInputElement);
const zoneSelect = part("time-zone", HTMLSelectElement);
const status = part("place-status", HTMLElement);

/** @param {(place: { place: string, timeZone: string }) => void} onPlace Called once now, and when another is chosen. */
export function choosePlaces(onPlace) {
  const options = VENUES.map(({ name, place }) => new Option(name, place));
  // A browser tells its position to pages that came over TLS, or from its own machine.
  if (isSecureContext && "geolocation" in navigator) {
    options.push(new Option("Where I am…", HERE));
  }
  options.push(new Option("Coordinates…", COORDINATES));
  select.replaceChildren(...options);
  const zones = new Set([READERS_ZONE, "UTC", ...Intl.supportedValuesOf("timeZone")]);
  zoneSelect.replaceChildren(...[...zones].map((zone) => new Option(zone.replaceAll("_", " "), zone)));

  const show = () => {
    status.textContent = "";
    coordinates.hidden = select.value !== COORDINATES;
    coordinates.disabled = coordinates.hidden;
    const venue = VENUES.find(({ place }) => place === select.value);
    if (venue !== undefined) {
      onPlace(venue);
    } else if (select.value === HERE) {
      showHere(onPlace);
    } else {
      latLng.focus();
    }
  };
  select.addEventListener("change", show);
  part("choices", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    onPlace({ place: latLng.value.trim(), timeZone: zoneSelect.value });
  });
  show();
}

/** @param {(place: { place: string, timeZone: string }) => void} onPlace */
function showHere(onPlace) {
  status.textContent = "Asking your browser where you are…";
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      // By now another place may be chosen.
      if (select.value === HERE) {
        const place = [coords.latitude, coords.longitude].map((each) => each.toFixed(DECIMALS)).join(",");
        status.textContent = `Shown for ${place}: your position to about a kilometre, which is all that is sent.`;
        onPlace({ place, timeZone: READERS_ZONE });
      }
    },
    () => {
      status.textContent = "Your browser does not tell where you are. Choose a place, or give coordinates.";
    },
  );
}
