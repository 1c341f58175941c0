// The modules, a line for each. Nothing depends on their order.
export { adminHttp } from "../modules/admin-http/module.ts";
export { calendar } from "../modules/calendar/module.ts";
export { mcp } from "../modules/mcp/module.ts";
export { pages } from "../modules/pages/module.ts";
export { sla } from "../modules/sla/module.ts";
export { trackRecord } from "../modules/track-record/module.ts";
