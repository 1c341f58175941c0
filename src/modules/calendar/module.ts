// <suitability-calendar> and <suitability-badge> for pages of other sites: docs/calendar.md.
import type { Module } from "../../app/module.ts";

export const calendar: Module = {
  name: "calendar",
  routes: async () => (await import("../../web/embed/mount-embed.ts")).mountEmbed,
};
