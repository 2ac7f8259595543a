import { createProgram } from "./create-program.ts";
import { EXIT } from "./exit-status.ts";
import { UsageError } from "./usage-error.ts";

/** The only place that reads the arguments and sets the exit status. */
async function main(args: readonly string[]): Promise<number> {
  try {
    return await createProgram().run(args);
  } catch (error) {
    if (!UsageError.is(error)) throw error;
    process.stderr.write(`termwire: ${error.message}\n`);
    return EXIT.usage;
  }
}

process.exitCode = await main(process.argv.slice(2));
