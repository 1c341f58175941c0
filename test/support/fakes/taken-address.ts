import { portServedBy } from "./tcp-server.ts";

/** An address where another server listens without answering until the test ends. */
export const takenAddress = async (): Promise<string> => `127.0.0.1:${await portServedBy(() => undefined)}`;
