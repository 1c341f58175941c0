// Starts Swagger UI, and names what it leaves unnamed for those who cannot see it.

/** @type {{ SwaggerUIBundle: (options: object) => void }} */
const { SwaggerUIBundle } = /** @type {any} */ (window);

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));

SwaggerUIBundle({
  url: "/openapi.json",
  domNode: reference,
  layout: "BaseLayout",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ["get"],
  // The key is gone with the page.
  persistAuthorization: false,
  // Nobody else is told what is looked at.
  validatorUrl: null,
});

const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const followScheme = () => document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
darkScheme.addEventListener("change", followScheme);
followScheme();

function nameControls() {
  for (const control of reference.querySelectorAll(":is(input, select, textarea):not([aria-label])")) {
    const row = /** @type {HTMLElement | null} */ (control.closest("[data-param-name]"));
    control.ariaLabel = row?.dataset["paramName"] ?? "Media type or example";
  }
}

new MutationObserver(nameControls).observe(reference, { childList: true, subtree: true });
