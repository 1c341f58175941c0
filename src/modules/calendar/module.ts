// <suitability-calendar> and <suitability-badge> for pages of other sites: docs/calendar.md.
import type { Module } from "../../app/module.ts";

export const calendar: Module = {
  name: "calendar",
  routes: async () => (await import("./mount-calendar.ts")).mountCalendar,
};
