// Callers are known by a key in one header; the doors, CORS, the challenge of a 401 and OpenAPI name it alike.

/** Where the key is expected. */
export const API_KEY_HEADER = "X-API-Key";

/** The WWW-Authenticate of every 401: a scheme with parameters, as RFC 9110 section 11.6.1 wants it. */
export const API_KEY_CHALLENGE = `ApiKey realm="api", header="${API_KEY_HEADER}"`;
