// The front page: what the service is, with a calendar of a week.
import type { FastifyInstance } from "fastify";
import { priceText, type Plan } from "../../accounts/plans/plan.ts";
import type { HashedFile } from "../calendar/element-files.ts";
import { LANGUAGE_NAMES } from "../../words/language-tags.ts";
import { builtFile, mountFiles, type PageFile, STRICT_HEADERS } from "./mount-files.ts";
import { escapeHtml, type PageBrand } from "./page-words.ts";

const FILES = ["front.css", "front.js"];

// Only this page may ask for the visitor's position, and only on request.
const HEADERS = { ...STRICT_HEADERS, "permissions-policy": "geolocation=(self)" };

interface FrontOptions {
  readonly demoKey?: string | undefined;
  /** Whether the weather is simulated; the page says so. */
  readonly isSimulated: boolean;
  readonly brand: PageBrand;
  readonly calendar: HashedFile;
  /** Smallest first. */
  readonly plans: readonly Plan[];
}

/** Adds the page to an app, at /. With a demo key it shows the week to everybody; otherwise it asks for a key. */
export function mountFront(app: FastifyInstance, options: FrontOptions): void {
  const { demoKey = "", isSimulated, brand, calendar, plans } = options;
  const values = () => ({
    demo_key: demoKey,
    view: demoKey === "" ? "key" : "week",
    simulated: String(isSimulated),
    "calendar.src": calendar.src,
    "calendar.integrity": calendar.integrity,
    languages: Object.entries(LANGUAGE_NAMES)
      .map(([tag, name]) => `<option value="${tag}">${name}</option>`)
      .join("\n"),
    ...planWords(plans),
  });
  const index: PageFile = { path: "/", file: builtFile("front/front.html"), values };
  const others = FILES.map((name) => ({ path: `/front/${name}`, file: builtFile(`front/${name}`) }));
  mountFiles(app, { files: [index, ...others], headers: HEADERS, brand });
}

/** The plans on the front page: those for sale, and the name of the smallest. */
function planWords(plans: readonly Plan[]): Readonly<Record<string, string>> {
  const forSale = plans.filter(({ isForSale }) => isForSale);
  const [smallest] = forSale.length > 0 ? forSale : plans;
  return {
    "plans.quotas": forSale.map((plan) => `<li>${escapeHtml(quotaText(plan))}</li>`).join("\n"),
    "plans.smallest": smallest?.name ?? "",
  };
}

/** `Starter, GBP 49 a month: 25,000 requests`, `Enterprise: by agreement` */
function quotaText(plan: Plan): string {
  const { title, monthlyQuota } = plan;
  const price = priceText(plan);
  return monthlyQuota === undefined
    ? `${title}: ${price}`
    : `${title}, ${price}: ${monthlyQuota.toLocaleString("en-GB")} requests`;
}
