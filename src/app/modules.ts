// The modules, a line for each. Nothing depends on their order.
export { adminHttp } from "../modules/admin-http/module.ts";
export { mcp } from "../modules/mcp/module.ts";
export { sla } from "../modules/sla/module.ts";
export { trackRecord } from "../modules/track-record/module.ts";
