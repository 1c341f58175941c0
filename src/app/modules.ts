// The modules, a line for each. Nothing depends on their order. A module that another one needs (`needs` in its module.ts) goes
// with that one: `npm run without -- NAME` tries it.
export { adminHttp } from "../modules/admin-http/module.ts";
export { calendar } from "../modules/calendar/module.ts";
export { mcp } from "../modules/mcp/module.ts";
export { pages } from "../modules/pages/module.ts";
export { sla } from "../modules/sla/module.ts";
export { trackRecord } from "../modules/track-record/module.ts";
