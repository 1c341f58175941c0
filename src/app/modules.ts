// The modules, a line for each. Nothing depends on their order.
export { mcp } from "../modules/mcp/module.ts";
export { sla } from "../modules/sla/module.ts";
