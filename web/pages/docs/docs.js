// Puts this service's address and future times into the examples, so that they can be copied. The page is complete without it.
import { timesMover } from "./move-times.js";

/** What the server writes in place of the address that it does not know. */
const HOST = "https://HOST";

for (const operation of document.querySelectorAll("[data-method]")) {
  const examples = [...operation.querySelectorAll("pre code")];
  const [call] = examples;
  if (call === undefined || !(operation instanceof HTMLElement)) continue;
  const moved = timesMover(call.textContent, operation.dataset["method"] ?? "");
  for (const example of examples) {
    example.textContent = moved(example.textContent).replace(HOST, location.origin);
  }
}
