// Starts Swagger UI, and repairs its accessibility.
import { timesMover } from "./move-times.js";

/** @type {{ SwaggerUIBundle: (options: object) => { preauthorizeApiKey(scheme: string, key: string): void } }} */
const { SwaggerUIBundle } = /** @type {any} */ (window);

const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));

/** Empty unless the service is a demo. */
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
  // Its colours lack contrast, and it makes thousands of elements for an answer about a week.
  syntaxHighlight: { activated: false },
  // The key is lost with the page.
  persistAuthorization: false,
  // No third party learns which document is read.
  validatorUrl: null,
  /** @param {{ url: string, text: string }} response */
  responseInterceptor: (response) =>
    new URL(response.url, location.href).pathname === "/openapi.json"
      ? { ...response, text: forReaders(response.text) }
      : response,
});

const isRefusal = (/** @type {string} */ status) => Number(status) >= 400;

/**
 * Folds the refusals, which are the same for every operation and ten times as long as its answers.
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
 * The document with one way to send the key, and with times in its examples that are valid on any day.
 * @param {string} text
 */
function forReaders(text) {
  const openapi = JSON.parse(text);
  openapi.security = [{ apiKey: [] }];
  delete openapi.components.securitySchemes.bearer;
  for (const { get, post } of Object.values(openapi.paths)) {
    if (get) get.parameters = moved(get.parameters, "get");
    if (post) post.requestBody = moved(post.requestBody, "post");
  }
  return JSON.stringify(openapi);
}

/**
 * @param {unknown} examples
 * @param {string} method
 */
function moved(examples, method) {
  const text = JSON.stringify(examples);
  return JSON.parse(timesMover(text, method)(text));
}

/**
 * The operation that the reference links to, until it is opened. Swagger UI's own links to operations are not accessible: they
 * are within buttons.
 */
let linked = location.hash.slice(1);

function openLinked() {
  const control =
    linked === "" ? null : reference.querySelector(`[id$="-${CSS.escape(linked)}"] .opblock-summary-control`);
  if (!(control instanceof HTMLElement)) return;
  linked = "";
  control.click();
  control.focus();
  control.scrollIntoView();
}

/** Repairs labels and keyboard access. It runs after each change, because Swagger UI replaces elements. */
function mend() {
  for (const control of reference.querySelectorAll(":is(input, select, textarea):not([aria-label])")) {
    const row = /** @type {HTMLElement | null} */ (control.closest("[data-param-name]"));
    control.ariaLabel = row?.dataset["paramName"] ?? "Media type or example";
  }
  for (const button of reference.querySelectorAll(".close-modal:not([aria-label])"))
    button.ariaLabel = "Close";
  // Their accessible names differ from their visible text.
  for (const button of reference.querySelectorAll(".auth-btn-wrapper [aria-label]")) button.ariaLabel = null;
  // Wide texts scroll; with a tabindex the keyboard can scroll them too.
  for (const text of reference.querySelectorAll("pre:not([tabindex])")) text.setAttribute("tabindex", "0");
}

new MutationObserver(() => {
  mend();
  openLinked();
}).observe(reference, { childList: true, subtree: true });
