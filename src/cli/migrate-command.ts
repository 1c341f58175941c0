// `migrate`: for a store whose tables the service's own role may not change. Opening it as a role that may does the work.
import type { CommandContext } from "./command-context.ts";
import type { ServiceCommand } from "./command.ts";

export function addMigrateCommand(program: ServiceCommand, { useStore, print }: CommandContext): void {
  program
    .command("migrate")
    .description("Bring the store's tables up to date with this version, and see that it reads and writes.")
    .action(() =>
      useStore(
        async (store) => {
          await store.ping();
          print("The store is up to date.");
        },
        { mayMakeIt: true },
      ),
    );
}
