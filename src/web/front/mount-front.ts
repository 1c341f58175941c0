// The front page: what this is, and a week of it to look at.
import type { FastifyInstance } from "fastify";
import type { Plan } from "../../accounts/plans/plan.ts";
import type { Brand } from "../../brand.ts";
import { mountFiles, type PageFile, STRICT_HEADERS } from "../mount-files.ts";
import { escapeHtml } from "../page-words.ts";

const FILES = [
  "front.css",
  "front.js",
  "code-samples.js",
  "fetch-sports.js",
  "generator.js",
  "page-parts.js",
  "places.js",
  "venues.js",
];

// Where the visitor is, is asked for by this page alone, and only when the visitor wants that.
const HEADERS = { ...STRICT_HEADERS, "permissions-policy": "geolocation=(self)" };

const fileOf = (name: string) => new URL(name, import.meta.url);

export interface FrontOptions {
  readonly demoKey?: string | undefined;
  /** Whether the weather is made up, which the page says. */
  readonly isSimulated: boolean;
  readonly brand: Brand;
  /** Smallest first. */
  readonly plans: readonly Plan[];
}

/** Adds the page to an app, at /. With a key for everybody it shows its week to whoever comes; otherwise it asks for one. */
export function mountFront(app: FastifyInstance, options: FrontOptions): void {
  const { demoKey = "", isSimulated, brand, plans } = options;
  const values = {
    demo_key: demoKey,
    view: demoKey === "" ? "key" : "week",
    simulated: String(isSimulated),
    ...planWords(plans),
  };
  const index: PageFile = { path: "/", file: fileOf("index.html"), values };
  const others = FILES.map((name) => ({ path: `/front/${name}`, file: fileOf(name) }));
  mountFiles(app, { files: [index, ...others], headers: HEADERS, brand });
}

/** What stands on the front page for the plans: what each for sale has, and the name of the smallest. */
function planWords(plans: readonly Plan[]): Readonly<Record<string, string>> {
  const forSale = plans.filter(({ isForSale }) => isForSale);
  const [smallest] = forSale.length > 0 ? forSale : plans;
  return {
    "plans.quotas": escapeHtml(forSale.map(quotaText).join(", ")),
    "plans.smallest": smallest?.name ?? "",
  };
}

/** `Starter 25,000 (GBP 49)`, `Enterprise by agreement` */
function quotaText({ title, price, currency, monthlyQuota }: Plan): string {
  const amount = currency === undefined ? price : `${currency} ${price}`;
  return monthlyQuota === undefined
    ? `${title} ${amount}`
    : `${title} ${monthlyQuota.toLocaleString("en-GB")} (${amount})`;
}
