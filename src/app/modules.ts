// The modules, a line for each. Nothing depends on their order.
export { mcp } from "../modules/mcp/module.ts";
