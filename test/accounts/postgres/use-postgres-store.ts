import { afterEach, beforeEach, vi } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import type { StoreOptions } from "../../../src/accounts/store-options.ts";
import { createFreeAccount } from "../create-free-account.ts";
import { createPostgresBackings } from "../../contracts/postgres-backing.ts";
import { usePostgresServer } from "../../contracts/use-postgres-server.ts";
import { createManualClock, type ManualClock } from "../../support/fakes/manual-clock.ts";
import { postgresCommand } from "../../support/programs/postgres-command.ts";
import type { PostgresServer } from "../../support/programs/postgres-server.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";

export interface PostgresStoreUnderTest {
  readonly server: PostgresServer;
  /** The URL of a database that is empty when the test begins. */
  readonly url: string;
  readonly clock: ManualClock;
  readonly store: Store;
  /** Sends SQL as an operator would, and returns the rows of the last statement. */
  sql(text: string): ReturnType<typeof postgresCommand>;
  /** Another store on the same database or at a URL, by default with a long command timeout. */
  openAnother(options?: { url?: string } & Pick<StoreOptions, "commandTimeoutMs" | "tls">): Promise<Store>;
  createAccount(): ReturnType<Store["createAccount"]>;
}

/** Gives the tests of a block one PostgreSQL, and each test an empty store in it. */
export function usePostgresStore(): () => PostgresStoreUnderTest {
  const server = usePostgresServer();
  const createBacking = createPostgresBackings(server);
  let empty: () => Promise<void>;
  let current: PostgresStoreUnderTest;
  let opened: Store[] = [];

  beforeEach(async () => {
    const { url, remove } = await createBacking();
    empty = remove;
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const openAnother: PostgresStoreUnderTest["openAnother"] = async ({
      url: other = url,
      ...options
    } = {}) => {
      const store = await openStore(other, { clock, ...PATIENT_COMMANDS, ...options });
      opened.push(store);
      return store;
    };
    const store = await openAnother();
    // A busy machine may need longer to connect than a call waits.
    await vi.waitFor(() => store.ping(), { timeout: 15_000 });
    current = {
      server: server(),
      url,
      clock,
      store,
      sql: (text) => postgresCommand(url, text),
      openAnother,
      createAccount: () => createFreeAccount(store),
    };
  }, 30_000);
  afterEach(async () => {
    // A test may have failed while the server was hanging.
    server().goOn();
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    await empty();
  });
  return () => current;
}
