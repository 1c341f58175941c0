// The pages for people, and the texts that programs look for at known addresses.
import type { Module } from "../../app/module.ts";

export const pages: Module = {
  name: "pages",
  // The front page shows the calendar.
  needs: ["calendar"],
  routes: async () => (await import("./mount-pages.ts")).mountPages,
  notFoundPage: async () => (await import("./not-found-page.ts")).createNotFoundPage,
};
