// Whether the promises of docs/sla.md are kept: calls counted by account, and a report for each month.
import type { Module } from "../../app/module.ts";
import { SLA_SETTINGS } from "./settings.ts";

export const sla: Module = {
  name: "sla",
  settings: { "The SLA": SLA_SETTINGS },
  commands: { sla: async () => (await import("./sla-command.ts")).addSlaCommand },
  calls: async () => (await import("./count-account-call.ts")).createAccountCallListener,
};
