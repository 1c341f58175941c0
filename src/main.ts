// The program behind `bin/suitability`.
import manifest from "../package.json" with { type: "json" };

// The reader has closed the pipe, as `head` does. That is no failure, but output is missing: shells report it as 141.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(141);
});

const args = process.argv.slice(2);
// Scripts ask for the version, and what reads a command line takes longer to load than Node to start.
if (args.length === 1 && args[0] === "--version") process.stdout.write(`${manifest.version}\n`);
else {
  const { runProgram } = await import("./app/commands/run-program.ts");
  process.exitCode = await runProgram(args);
}
