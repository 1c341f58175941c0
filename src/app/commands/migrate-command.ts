// `migrate`: updates the tables of the store, if the service's database role may not. Opening the store with a role that may
// update them is enough.
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

export function addMigrateCommand(program: ServiceCommand, { useStore, print }: CommandContext): void {
  program
    .command("migrate")
    .description("Update the store's tables to this version, and check that it can read and write them.")
    .action(() =>
      useStore(
        async (store) => {
          await store.ping();
          print(`The store is up to date: its tables are of version ${await store.tablesVersion()}.`);
        },
        { mayMakeIt: true },
      ),
    );
}
