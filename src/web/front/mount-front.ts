// The front page: what this is, and a week of it to look at.
import type { FastifyInstance } from "fastify";
import type { Plan } from "../../accounts/plans/plan.ts";
import type { Brand } from "../../brand.ts";
import { mountFiles, type PageFile } from "../mount-files.ts";
import { STRICT_HEADERS } from "../strict-headers.ts";
import { planWords } from "./plan-words.ts";

const FILES = ["front.css", "front.js", "fetch-sports.js", "page-parts.js", "places.js", "venues.js"];

// Where the visitor is, is asked for by this page alone, and only when the visitor wants that.
const HEADERS = { ...STRICT_HEADERS, "permissions-policy": "geolocation=(self)" };

const fileOf = (name: string) => new URL(name, import.meta.url);

export interface FrontOptions {
  readonly demoKey?: string | undefined;
  readonly brand: Brand;
  /** Smallest first. */
  readonly plans: readonly Plan[];
}

/** Adds the page to an app, at /. With a key of a demo it shows its week to whoever comes; otherwise it asks for one. */
export function mountFront(app: FastifyInstance, { demoKey = "", brand, plans }: FrontOptions): void {
  const values = { demo_key: demoKey, view: demoKey === "" ? "key" : "week", ...planWords(plans) };
  const index: PageFile = { path: "/", file: fileOf("index.html"), values };
  const others = FILES.map((name) => ({ path: `/front/${name}`, file: fileOf(name) }));
  mountFiles(app, { files: [index, ...others], headers: HEADERS, brand });
}
