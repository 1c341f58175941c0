// Starts Swagger UI, and mends what it leaves out for those who cannot see it or have no mouse.

/** @type {{ SwaggerUIBundle: (options: object) => void }} */
const { SwaggerUIBundle } = /** @type {any} */ (window);

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));

SwaggerUIBundle({
  url: "/openapi.json",
  domNode: reference,
  layout: "BaseLayout",
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ["get"],
  // Its colours cannot be read by everybody, and an answer of a week has thousands of them.
  syntaxHighlight: { activated: false },
  // The key is gone with the page.
  persistAuthorization: false,
  // Nobody else is told what is looked at.
  validatorUrl: null,
});

const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
darkScheme.addEventListener("change", followScheme);
followScheme();

/** As it goes: Swagger UI makes anew what changes. */
function mend() {
  for (const control of reference.querySelectorAll(":is(input, select, textarea):not([aria-label])")) {
    const row = /** @type {HTMLElement | null} */ (control.closest("[data-param-name]"));
    control.ariaLabel = row?.dataset["paramName"] ?? "Media type or example";
  }
  for (const button of reference.querySelectorAll(".close-modal:not([aria-label])"))
    button.ariaLabel = "Close";
  // They are called otherwise than what can be read on them.
  for (const button of reference.querySelectorAll(".auth-btn-wrapper [aria-label]")) button.ariaLabel = null;
  // Wide ones are scrolled, by keyboard too.
  for (const text of reference.querySelectorAll("pre:not([tabindex])")) text.setAttribute("tabindex", "0");
}

new MutationObserver(mend).observe(reference, { childList: true, subtree: true });
