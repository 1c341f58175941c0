// Starts Swagger UI, and mends what it leaves out for those who cannot see it or have no mouse.

/** @type {{ SwaggerUIBundle: (options: object) => { preauthorizeApiKey(scheme: string, key: string): void } }} */
const { SwaggerUIBundle } = /** @type {any} */ (window);

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));

const DAY_MS = 86_400_000;

/** Of a time: `2026-11-22T08:00:00Z`. */
const DATES = /\b\d{4}-\d\d-\d\d(?=T)/g;

/** Only a demo has one. */
const demoKey = document.body.dataset["demoKey"] ?? "";

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  domNode: reference,
  layout: "BaseLayout",
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ["get"],
  plugins: [{ wrapComponents: { responses: foldRefusals } }],
  onComplete: () => {
    if (demoKey !== "") ui.preauthorizeApiKey("apiKey", demoKey);
  },
  // Its colours cannot be read by everybody, and an answer of a week has thousands of them.
  syntaxHighlight: { activated: false },
  // The key is gone with the page.
  persistAuthorization: false,
  // Nobody else is told what is looked at.
  validatorUrl: null,
  /** @param {{ url: string, text: string }} response */
  responseInterceptor: (response) =>
    new URL(response.url, location.href).pathname === "/openapi.json"
      ? { ...response, text: forReaders(response.text) }
      : response,
});

const isRefusal = (/** @type {string} */ status) => Number(status) >= 400;

/**
 * What an operation refuses is the same for each of them, and ten times as long as what it answers.
 * @param {unknown} Responses
 * @param {{ React: { createElement: (...parts: unknown[]) => unknown, Fragment: unknown } }} system
 */
function foldRefusals(Responses, { React: { createElement, Fragment } }) {
  /** @param {{ responses: { filter: (keep: (response: unknown, status: string) => boolean) => unknown } }} props */
  return (props) => {
    const answers = props.responses.filter((_response, status) => !isRefusal(status));
    const refusals = props.responses.filter((_response, status) => isRefusal(status));
    return createElement(
      Fragment,
      null,
      createElement(Responses, { ...props, responses: answers }),
      createElement(
        "details",
        { className: "refusals" },
        createElement("summary", null, "Refusals and failures"),
        createElement(Responses, { ...props, responses: refusals, tryItOutResponse: undefined }),
      ),
    );
  };
}

/**
 * The document with one way to send the key, and with the times of each operation's parameters moved by whole days, the earliest
 * of them to tomorrow: what the forms are filled in with can be asked on any day.
 * @param {string} text
 */
function forReaders(text) {
  const openapi = JSON.parse(text);
  openapi.security = [{ apiKey: [] }];
  delete openapi.components.securitySchemes.bearer;
  for (const { get } of Object.values(openapi.paths)) {
    const parameters = JSON.stringify(get?.parameters ?? []);
    const days = (parameters.match(DATES) ?? []).map((day) => Date.parse(day));
    const moveMs = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS - Math.min(...days);
    const moved = (/** @type {string} */ day) =>
      new Date(Date.parse(day) + moveMs).toISOString().slice(0, 10);
    if (get) get.parameters = JSON.parse(parameters.replaceAll(DATES, moved));
  }
  return JSON.stringify(openapi);
}

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
