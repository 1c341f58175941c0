// The operations about one place as tools for models, at POST /mcp: docs/mcp.md.
import type { Module } from "../../app/module.ts";

export const mcp: Module = {
  name: "mcp",
  routes: async () => (await import("./mount-mcp.ts")).mountMcp,
  pageHeaders: ["Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"],
  forModels:
    "Assistants can call the three operations about one place as tools at `POST /mcp` (Model Context Protocol), with the same key.",
};
