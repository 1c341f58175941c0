// The pages for people, and the texts that programs look for at known addresses.
import type { Module } from "../../app/module.ts";
import { PAGES_SETTINGS } from "./settings.ts";

export const pages: Module = {
  name: "pages",
  // The front page shows the calendar.
  needs: ["calendar"],
  settings: { "The pages": PAGES_SETTINGS },
  routes: async () => (await import("./mount-pages.ts")).mountPages,
  notFoundPage: async () => (await import("./not-found-page.ts")).createNotFoundPage,
};
