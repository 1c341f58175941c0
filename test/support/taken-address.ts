import { portServedBy } from "./tcp-server.ts";

/** Where somebody else listens, and says nothing, for as long as the test takes. */
export const takenAddress = async (): Promise<string> => `127.0.0.1:${await portServedBy(() => undefined)}`;
