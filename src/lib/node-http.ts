/**
 * node:http, for its values. An import statement would read each of its exports, and the getters of WebSocket and EventSource
 * load Node's fetch: 16 MB and a tenth of the CPU of a start.
 */
export const { ServerResponse, STATUS_CODES } = process.getBuiltinModule("node:http");
