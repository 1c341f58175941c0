// Accounts over HTTP, for the shops and scripts of an operator: docs/reselling.md. accounts/admin.ts has the rules.
import type { Module } from "../../app/module.ts";
import { settingsOf } from "../../app/settings/core-config.ts";
import { ADMINISTRATION, adminSettings } from "./settings.ts";

export const adminHttp: Module = {
  name: "admin-http",
  settings: { Administration: ADMINISTRATION },
  checkSettings: (config) => void adminSettings(settingsOf(config, ADMINISTRATION)),
  commands: { admin: async () => (await import("./admin-command.ts")).addAdminCommands },
  port: {
    name: "admin",
    role: "only accounts over HTTP, at ADMIN_LISTEN",
    load: (config) => {
      const settings = adminSettings(settingsOf(config, ADMINISTRATION));
      return settings && import("./admin-door.ts").then(({ adminDoor }) => adminDoor(settings));
    },
  },
  demo: async () => (await import("./demo.ts")).openAdminDemo,
};
